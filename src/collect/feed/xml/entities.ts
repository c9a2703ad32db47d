import { decodeHTMLStrict } from 'entities'

/** Entities that a document defines for itself. */
export interface EntityTable {
  /** Fully expanded text; `undefined` for a name that is not defined, or once too much was asked for. */
  expand(name: string): string | undefined
}

export const NO_ENTITIES: EntityTable = { expand: () => undefined }

/**
 * Replaces the references of character data. An `&` that begins none stays as it is: feeds are full of them.
 * HTML's named entities count too, since feeds use them without declaring them, and the numbers 128 to 159
 * mean windows-1252, as in HTML. What a reference gives is not looked at again.
 */
export function decodeEntities(text: string, own: EntityTable): string {
  let amp = text.indexOf('&')
  if (amp < 0) return text
  let result = ''
  let from = 0
  while (amp >= 0) {
    const semicolon = endOfReference(text, amp + 1)
    const decoded = semicolon < 0 ? undefined : decodeReference(text, amp + 1, semicolon, own)
    if (decoded === undefined) {
      amp = text.indexOf('&', amp + 1)
      continue
    }
    result += text.slice(from, amp) + decoded
    from = semicolon + 1
    amp = text.indexOf('&', from)
  }
  return from === 0 ? text : result + text.slice(from)
}

/** Longest name of HTML is 31 characters; nothing longer is searched for its end. */
const LONGEST_REFERENCE = 40

/** Index of the `;` that ends the reference, -1 where none does. */
function endOfReference(text: string, start: number): number {
  const limit = Math.min(text.length, start + LONGEST_REFERENCE)
  for (let i = start; i < limit; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x3b) return i
    if (code <= 0x22 || code === 0x26 || code === 0x3c) return -1
  }
  return -1
}

function decodeReference(text: string, start: number, end: number, own: EntityTable): string | undefined {
  if (end === start) return undefined
  if (text.charCodeAt(start) === 0x23) return decodeNumber(text.slice(start + 1, end))
  const name = text.slice(start, end)
  switch (name) {
    case 'lt':
      return '<'
    case 'gt':
      return '>'
    case 'amp':
      return '&'
    case 'quot':
      return '"'
    case 'apos':
      return "'"
    case 'nbsp':
      return '\u00A0'
  }
  const defined = own.expand(name)
  if (defined !== undefined) return defined
  const whole = `&${name};`
  const decoded = decodeHTMLStrict(whole)
  return decoded === whole ? undefined : decoded
}

/** What windows-1252 has at 0x80 to 0x9F, where HTML looks for such numbers. */
const WINDOWS_1252 =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178'

function decodeNumber(digits: string): string | undefined {
  const hex = digits.startsWith('x') || digits.startsWith('X')
  const shape = hex ? /^[xX][0-9a-fA-F]{1,8}$/ : /^[0-9]{1,10}$/
  if (!shape.test(digits)) return undefined
  const code = hex ? Number.parseInt(digits.slice(1), 16) : Number(digits)
  if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252[code - 0x80]
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\uFFFD'
  return String.fromCodePoint(code)
}
