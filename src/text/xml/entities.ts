import { decodeHTMLStrict } from 'entities'

/** The entities that a document defines. */
export interface EntityTable {
  /** Gives the fully expanded text; `undefined` for unknown names and once `EXPANSION_BUDGET` is spent. */
  expand(name: string): string | undefined
}

export const NO_ENTITIES: EntityTable = { expand: () => undefined }

/**
 * Decodes the references in character data, once. An `&` that begins no reference stays: feeds contain many.
 * HTML's named entities are decoded too, since feeds use them without declaring them. The numbers 128 to 159
 * mean windows-1252, as in HTML.
 */
export function decodeEntities(text: string, own: EntityTable): string {
  if (!text.includes('&')) return text
  const whole = text.includes('&#') ? text.replace(SURROGATES, joined) : text
  return whole.replace(REFERENCE, (reference, name: string) => {
    if (name.startsWith('#') && !/^#(?:x[0-9a-f]{1,8}|[0-9]{1,10})$/i.test(name)) return reference
    return PREDEFINED.get(name) ?? own.expand(name) ?? decodeHTMLStrict(reference)
  })
}

/** A character in two references, as some programs in Java write those beyond the first plane: `&#55357;&#56832;`. */
const SURROGATES = /&#(x?)(d[89ab][\da-f]{2}|5[56]\d{3});&#x?(d[c-f][\da-f]{2}|5[67]\d{3});/gi

function joined(whole: string, isHex: string, high: string, low: string): string {
  const radix = isHex === '' ? 10 : 16
  const text = String.fromCharCode(Number.parseInt(high, radix), Number.parseInt(low, radix))
  return text.isWellFormed() ? text : whole
}

/** A reference of at most 40 characters. The longest name in HTML has 31. */
const REFERENCE = /&([^\0-"&<;]{1,39});/g

/** The references of XML, and the most frequent one of HTML. A document cannot give them another meaning. */
const PREDEFINED: ReadonlyMap<string, string> = new Map(
  ['lt <', 'gt >', 'amp &', 'quot "', "apos '", 'nbsp \u00A0'].map((pair) => [
    pair.slice(0, -2),
    pair.slice(-1),
  ]),
)

/** Maximum number of entities that are read from a document type. */
const MAX_ENTITIES = 1_000
/** Maximum length of an entity's text, in characters. Real entities stand for a few words. */
const MAX_ENTITY_LENGTH = 1_024
/** Total length of the text that a document's own entities may give, in characters. */
const EXPANSION_BUDGET = 200_000

/**
 * Reads a document type. Entities with a literal text are kept if they are short, and earlier entities in
 * them are expanded. External and parameter entities are never followed.
 *
 * @param start index of `<!DOCTYPE`
 * @returns the index after its `>`, its entities, and its first word in lower case
 */
export function readDoctype(text: string, start: number) {
  const name = /^<!doctype\s+([^\s>[]+)/i.exec(text.slice(start, start + 200))?.[1]?.toLowerCase() ?? ''
  const close = text.indexOf('>', start)
  const open = text.indexOf('[', start)
  if (close < 0) return { end: text.length, entities: NO_ENTITIES, name }
  if (open < 0 || open > close) return { end: close + 1, entities: NO_ENTITIES, name }

  const subsetEnd = endOfSubset(text, open + 1)
  const after = text.indexOf('>', subsetEnd)
  const entities = readEntities(text.slice(open + 1, subsetEnd))
  return { end: after < 0 ? text.length : after + 1, entities, name }
}

/** Gives the index of the `]` that ends the internal subset. A `]` in quotes or comments does not count. */
function endOfSubset(text: string, from: number): number {
  const stops = /\]|"[^"]*"|'[^']*'|<!--[\s\S]*?-->/g
  stops.lastIndex = from
  for (let found = stops.exec(text); found !== null; found = stops.exec(text)) {
    if (found[0] === ']') return found.index
  }
  const bracket = text.indexOf(']', from)
  return bracket < 0 ? text.length : bracket
}

function readEntities(subset: string): EntityTable {
  const texts = new Map<string, string>()
  let budget = EXPANSION_BUDGET
  const table: EntityTable = {
    expand(name) {
      const text = texts.get(name)
      budget -= text?.length ?? 0
      return budget < 0 ? undefined : text
    },
  }
  const declaration = /<!ENTITY\s+([^\s%"'<>;&]+)\s+(?:"([^"<]*)"|'([^'<]*)')\s*>/g
  for (const [, name, double, single] of subset.matchAll(declaration)) {
    if (name === undefined || texts.has(name)) continue
    const expanded = expand(double ?? single ?? '', table)
    if (expanded !== undefined) texts.set(name, expanded)
    if (texts.size === MAX_ENTITIES) break
  }
  return table
}

function expand(value: string, table: EntityTable): string | undefined {
  if (value.length > MAX_ENTITY_LENGTH) return undefined
  // XML decodes a declared text twice: `&#38;#233;` becomes `&#233;` and then the letter.
  const once = decodeEntities(value, table)
  const expanded = once.length > MAX_ENTITY_LENGTH ? once : decodeEntities(once, table)
  return expanded.length > MAX_ENTITY_LENGTH ? undefined : expanded
}
