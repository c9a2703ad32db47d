import { decodeEntities, type EntityTable, NO_ENTITIES } from './entities.ts'

/** Most entities that are read from one document type. */
const MOST_ENTITIES = 1_000
/** Longest text that one entity may stand for, in characters: a few words, never a bomb. */
const LONGEST_ENTITY = 1_024
/** All that a document's own entities may add to it, in characters. */
const EXPANSION_BUDGET = 200_000

/** Where a `<!DOCTYPE` ends, and what it defines. */
export interface Doctype {
  /** Index after its `>`. */
  readonly end: number
  readonly entities: EntityTable
  /** First word after `<!DOCTYPE`, lower case. */
  readonly name: string
}

/**
 * Reads a document type. Entities with a literal text are kept, each expanded by those before it while it
 * stays short; external and parameter entities are never followed.
 *
 * @param start index of `<!DOCTYPE`
 */
export function readDoctype(text: string, start: number): Doctype {
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

/** Index of the `]` that ends the internal subset, quotes and comments passed over. */
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
    if (texts.size === MOST_ENTITIES) break
  }
  return table
}

function expand(value: string, table: EntityTable): string | undefined {
  if (value.length > LONGEST_ENTITY) return undefined
  // Twice, as XML has it: `&#38;#233;` in a declaration first becomes `&#233;`, then the letter.
  const once = decodeEntities(value, table)
  const expanded = once.length > LONGEST_ENTITY ? once : decodeEntities(once, table)
  return expanded.length > LONGEST_ENTITY ? undefined : expanded
}
