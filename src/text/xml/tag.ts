/** A start tag as it stands in the document. */
export interface StartTag {
  readonly name: string
  /** Names as written, values not yet decoded; `undefined` where there are none. */
  readonly attributes: readonly (readonly [name: string, value: string])[] | undefined
  readonly selfClosing: boolean
  /** Index after its `>`, or of the `<` that interrupts it. */
  readonly end: number
}

/** More attributes than any feed has; what comes after them is dropped. */
const MAX_ATTRIBUTES = 256

/**
 * Reads the start tag whose name begins at `start`. Whatever a tag may lack, quotes, a value or its own
 * end, it gives what can be made out: a `<` outside quotes ends it, and so does a quote that closes at no
 * sensible place.
 */
export function readStartTag(text: string, start: number): StartTag {
  let at = endOfName(text, start)
  const name = text.slice(start, at)
  let attributes: [string, string][] | undefined
  let selfClosing = false
  for (;;) {
    const code = text.charCodeAt(at)
    if (Number.isNaN(code) || code === LESS) return { name, attributes, selfClosing, end: at }
    if (code === GREATER) return { name, attributes, selfClosing, end: at + 1 }
    if (code === SLASH) {
      selfClosing = text.charCodeAt(at + 1) === GREATER
      at++
      continue
    }
    const nameEnd = endOfName(text, at)
    if (nameEnd === at) {
      at++
      continue
    }
    const attribute = text.slice(at, nameEnd)
    const value = readValue(text, nameEnd)
    at = value.end
    attributes ??= []
    if (attributes.length < MAX_ATTRIBUTES) attributes.push([attribute, value.text])
  }
}

const LESS = 0x3c
const EQUALS = 0x3d
const GREATER = 0x3e
const SLASH = 0x2f
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27

/** Names end at white space and at the signs that mean something in a tag. */
export function endOfName(text: string, start: number): number {
  let at = start
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code <= 0x20 || code === SLASH || (code >= LESS && code <= GREATER)) break
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) break
  }
  return at
}

function readValue(text: string, nameEnd: number): { readonly text: string; readonly end: number } {
  const equals = skipSpace(text, nameEnd)
  if (text.charCodeAt(equals) !== EQUALS) return { text: '', end: nameEnd }

  const start = skipSpace(text, equals + 1)
  const quote = text.charCodeAt(start)
  if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
    const close = text.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", start + 1)
    if (close >= 0 && closesValue(text, start, close))
      return { text: text.slice(start + 1, close), end: close + 1 }
    return bareValue(text, start + 1)
  }
  return bareValue(text, start)
}

/**
 * Whether the quote found ends the value: a value with `<` in it is suspect, and then its quote must stand
 * where a value may end.
 */
function closesValue(text: string, open: number, close: number): boolean {
  if (!text.slice(open, close).includes('<')) return true
  const next = text.charCodeAt(close + 1)
  return next <= 0x20 || next === GREATER || next === SLASH
}

function bareValue(text: string, start: number): { readonly text: string; readonly end: number } {
  let end = start
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code <= 0x20 || code === GREATER || code === LESS) break
  }
  return { text: text.slice(start, end), end }
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) <= 0x20) at++
  return at
}

/** Index of the first `sign` at or after `from`, -1 where there is none. */
export type Finder = (sign: string, from: number) => number

/**
 * Finds signs, and remembers the place of each: many searches for one that stands far away, or nowhere,
 * cost one. `from` must never fall for the same sign.
 */
export function createFinder(source: string): Finder {
  const positions = new Map<string, number>()
  return (sign, from) => {
    const known = positions.get(sign)
    if (known !== undefined && (known === -1 || known >= from)) return known
    const position = source.indexOf(sign, from)
    positions.set(sign, position)
    return position
  }
}
