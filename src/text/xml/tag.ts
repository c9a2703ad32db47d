/** A start tag. Nothing in it is decoded. */
export interface StartTag {
  readonly name: string
  /** In the order and case of the document; `undefined` if there are none. */
  readonly attributes: readonly (readonly [name: string, value: string])[] | undefined
  readonly selfClosing: boolean
  /** Index after its `>`, or of the `<` that interrupts it. */
  readonly end: number
}

/** Maximum number of attributes of a tag, more than any feed has. Later ones are dropped. */
const MAX_ATTRIBUTES = 256

/**
 * Reads the start tag whose name begins at `start`. The tag may lack quotes, values or its end. A `<` outside
 * quotes ends it. A quoted value whose quote closes at no sensible place ends at white space, `<` or `>`.
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

/** Gives the end of a name. White space, quotes and the characters `/<=>` end it. */
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
 * Whether the quote at `close` ends the value. A value that contains `<` may have lost its quote, so white
 * space, `>` or `/` must follow.
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

/** Gives the index of the first `sign` at or after `from`, or -1. */
export type Finder = (sign: string, from: number) => number

/**
 * Makes a finder that remembers the last index of each sign. Repeated searches for a distant or absent sign
 * then cost as much as one. For the same sign, `from` must never decrease.
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
