import { decodeHTMLStrict } from 'entities'

/**
 * Decodes the references in character data, once. An `&` that begins no reference stays: feeds contain many. HTML's
 * named entities are decoded too, since feeds use them undeclared. Entities defined by the document stay undecoded: no
 * feed needs them. Numbers 128 to 159 mean windows-1252, as in HTML.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  const whole = text.includes('&#') ? text.replace(SURROGATES, joined) : text
  return whole.replace(REFERENCE, (reference, name: string) => {
    if (name.startsWith('#') && !/^#(?:x[0-9a-f]{1,8}|[0-9]{1,10})$/i.test(name)) return reference
    return decodeHTMLStrict(reference)
  })
}

/** One character as two surrogate references, as some Java programs write it: `&#55357;&#56832;`. */
const SURROGATES = /&#(x?)(d[89ab][\da-f]{2}|5[56]\d{3});&#x?(d[c-f][\da-f]{2}|5[67]\d{3});/gi

function joined(whole: string, isHex: string, high: string, low: string): string {
  const radix = isHex === '' ? 10 : 16
  const text = String.fromCharCode(Number.parseInt(high, radix), Number.parseInt(low, radix))
  return text.isWellFormed() ? text : whole
}

/** A reference of at most 40 characters. The longest name in HTML has 31. */
const REFERENCE = /&([^\0-"&<;]{1,39});/g

/**
 * Skips a document type: declarations are ignored, and nothing is fetched.
 *
 * @param start index of `<!DOCTYPE`
 * @returns the index after its `>`, and its first word in lower case
 */
export function readDoctype(text: string, start: number) {
  const name = /^<!doctype\s+([^\s>[]+)/i.exec(text.slice(start, start + 200))?.[1]?.toLowerCase() ?? ''
  const close = text.indexOf('>', start)
  const open = text.indexOf('[', start)
  if (close < 0) return { end: text.length, name }
  if (open < 0 || open > close) return { end: close + 1, name }

  const after = text.indexOf('>', endOfSubset(text, open + 1))
  return { end: after < 0 ? text.length : after + 1, name }
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
