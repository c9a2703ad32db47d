import { decodeReferences } from '../html/text-of-html.ts'
import type { XmlElement } from '../xml/tree.ts'
import { byteOf } from './single-byte.ts'

/** Repairs doubly encoded texts and attributes below `element`. */
export function repairMojibake(element: XmlElement): void {
  const pending = [element]
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (one.text !== '') one.text = repairMojibakeText(one.text)
    for (const child of one.children) pending.push(child)
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Symbols that stand for a byte, without quotes, which may follow any word. */
const SIGN = String.raw`[\u00A0-\u00BF\u0152-\u2017\u201A-\u2122]`

/**
 * Sequences that only occur in mojibake. Other pairs of a capital and a symbol may be meant: `BEYONCÉ’S`, `NESCAFÉ®`.
 */
const MARK = new RegExp(
  [
    // `Ã` or `Â` before a symbol, and the beginnings of quotes and emoji.
    String.raw`[ÂÃ][\u00A0-\u00BF\u0152-\u017E]|â[\u0080€]|ðŸ`,
    // A no-break space that has become a plain one.
    String.raw`\u00C2 (?<=[\p{Ll}\d.,:;!?]..)`,
    // A control character after a capital.
    String.raw`[\u00C2-\u00F4][\u0080-\u009F]`,
    // `Ã`, `Ä` or `Å` with a symbol within a word: `Ã–kostrom`, `naÅ¡`.
    String.raw`Ã${SIGN}(?=\p{L})|(?<=\p{Ll})[ÄÅ]${SIGN}|[ÄÅ]${SIGN}(?=\p{Ll})`,
    // Two consecutive letters of other scripts.
    String.raw`(?:[\u00C4-\u00F4][\u0080-\u00BF\u0152-\u2122]{1,3}){2}`,
  ].join('|'),
  'u',
)

/**
 * Repairs doubly encoded text: UTF-8 that was decoded as windows-1252 and encoded again. If only parts are affected, as
 * in joined texts, only unambiguous sequences are repaired.
 */
export function repairMojibakeText(text: string): string {
  const plain = /&(?:[Aa]circ|Atilde);/.test(text)
    ? text.replace(REFERENCED, (run) => decodeWhole(decodeReferences(run)) ?? run)
    : text
  if (!MARK.test(plain)) return plain
  return (
    decodeWhole(plain) ??
    plain.replace(CERTAIN_MOJIBAKE, (run) => decodeWhole(run) ?? run).replace(BROKEN_SPACE, '')
  )
}

/** Mojibake of a quote, a dash, a letter or a symbol as references of HTML: `&acirc;&euro;&trade;`. */
const REFERENCED = /&(?:[Aa]circ|Atilde);(?:&#?\w{2,8};|[\u0080-\u2122]){1,2}/g

/** What is left of a no-break space of which software made a plain one. */
const BROKEN_SPACE = /(?<=[\p{Ll}\d.,:;!?])\u00C2(?= )/gu

/**
 * Quotes, dashes, Western European letters and symbols, without guillemets: a closing one can follow a word that ends
 * in Ã.
 */
const CERTAIN_MOJIBAKE =
  /\u00E2\u20AC[\u0080-\u00BF\u0152-\u2122]|[\u00C2\u00C3][\u00A0-\u00AA\u00AC-\u00BA\u00BC-\u00BF]/g

function decodeWhole(text: string): string | undefined {
  const bytes = Buffer.alloc(text.length)
  for (let i = 0; i < text.length; i++) {
    const byte = byteOf(text.charCodeAt(i))
    if (byte === undefined) return undefined
    bytes[i] = byte
  }
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}
