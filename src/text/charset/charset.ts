import { isAscii, isUtf8 } from 'node:buffer'
import { guessCharset } from './guess-charset.ts'
import { decodeSingleByte, SINGLE_BYTE_TABLES, replaceControls } from './single-byte.ts'

/** The text of a document and the charset that it was decoded with, by its WHATWG name if it has one. */
interface DecodedDocument {
  readonly text: string
  readonly charset: string
}

/**
 * Decodes a document. The charset comes from the first of these that fits the bytes: byte order mark, header,
 * declaration in the document, UTF-8, a guess, windows-1252. The last one fits all bytes. Never throws.
 *
 * @see RFC 7303 section 3: the byte order mark outranks the header, which outranks the document
 */
export function decodeDocument(body: Uint8Array, contentType: string | undefined): DecodedDocument {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const marked = fromByteOrder(bytes)
  if (marked === 'utf-8') return decodeUtf8OrLatin(bytes.subarray(3))
  if (marked !== undefined) return decodeAs(bytes, marked) ?? decodeUtf8OrLatin(bytes)

  const [, stated] = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '') ?? []
  for (const label of [canonicalLabel(stated), declaredCharset(bytes)]) {
    if (label === undefined || label === 'utf-8' || label === 'us-ascii') continue
    const isMultibyteUtf8 = isUtf8(bytes) && !isAscii(bytes)
    if (isMultibyteUtf8 && (ONE_BYTE.test(label) || THREE_BYTES.test(bytes.toString()))) break
    const decoded = decodeAs(bytes, label)
    if (decoded !== undefined) return decoded
  }
  return decodeUtf8OrLatin(bytes)
}

/** Single-byte charsets. Valid UTF-8 makes no sense in them, so such a label is wrong. */
const ONE_BYTE = /^(?:iso-?8859|latin|windows-125|cp125|koi8|macintosh|x-mac|ibm)/

/** A character of three or more bytes in UTF-8, which other charsets hardly produce by chance. */
const THREE_BYTES = /[\u0800-\uffff]/

/** The first bytes of XML and JSON: white space, `<`, `[`, `{`. */
const FIRST_SIGNS: ReadonlySet<number | undefined> = new Set([0x09, 0x0a, 0x0d, 0x20, 0x3c, 0x5b, 0x7b])

/** Gives the charset by its byte order mark, or by the zero bytes of UTF-16 and UTF-32. */
function fromByteOrder(bytes: Buffer): string | undefined {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0 && b === 0)
    return (c === 0xfe && d === 0xff) || (c === 0 && FIRST_SIGNS.has(d)) ? 'utf-32be' : undefined
  if (FIRST_SIGNS.has(a) && b === 0) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le'
  if (a === 0 && FIRST_SIGNS.has(b)) return 'utf-16be'
  return undefined
}

/**
 * The charset of the XML declaration or of `<meta charset>`: in the first 1,024 bytes, or, if the page is not UTF-8,
 * after scripts.
 */
function declaredCharset(bytes: Buffer): string | undefined {
  return charsetIn(bytes, 1024) ?? (isUtf8(bytes) ? undefined : charsetIn(bytes, 32 * 1024))
}

function charsetIn(bytes: Buffer, length: number): string | undefined {
  const start = bytes.toString('latin1', 0, length)
  const found =
    /<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start) ??
    /<meta\b[^>]{0,200}?\bcharset\s*=\s*["']?([\w.:-]+)/i.exec(start)
  return canonicalLabel(found?.[1])
}

/** Names that feeds use and the Encoding Standard does not define. */
const ALIASES: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  ascii: 'us-ascii',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  ms949: 'euc-kr',
  'hz-gb-2312': 'gb18030',
  macroman: 'macintosh',
  'mac-roman': 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  'mac-cyrillic': 'x-mac-cyrillic',
  cp855: 'ibm855',
  cp437: 'ibm437',
  '437': 'ibm437',
  cp850: 'ibm850',
  cp852: 'ibm852',
  cp1252: 'windows-1252',
  csunicode: 'utf-16be',
  unicode: 'utf-16',
  utf_16: 'utf-16',
  'iso-10646-ucs-2': 'utf-16',
  csucs4: 'utf-32be',
  'iso-10646-ucs-4': 'utf-32be',
  utf_32: 'utf-32be',
  'utf-32': 'utf-32be',
}

function canonicalLabel(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  const lower = label.toLowerCase()
  return ALIASES[lower] ?? lower
}

function decodeAs(bytes: Buffer, label: string): DecodedDocument | undefined {
  if (label === 'utf-32le' || label === 'utf-32be') return decodeUtf32(bytes, label)
  const table = SINGLE_BYTE_TABLES[label]
  if (table !== undefined) return { text: decodeSingleByte(bytes, table), charset: label }
  if (label === 'utf-16' || label === 'utf-16le' || label === 'utf-16be') {
    // UTF-16 has a byte order mark or a zero in its first character. Without either, the label is wrong.
    if (fromByteOrder(bytes) === undefined) return undefined
  }
  try {
    const decoder = new TextDecoder(label)
    if (decoder.encoding === 'windows-1252') return latin(bytes)
    return { text: decoder.decode(bytes), charset: decoder.encoding }
  } catch {
    return undefined // a name that nobody knows
  }
}

const LENIENT_UTF8 = new TextDecoder('utf-8')

/** Number of bytes that a guess examines. */
const GUESSED_BYTES = 100_000

function decodeUtf8OrLatin(bytes: Buffer): DecodedDocument {
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), charset: 'utf-8' }
  if (isUtf8(bytes)) {
    return { text: replaceControls(bytes.toString('utf8')), charset: 'utf-8' }
  }
  if (mostlyUtf8(bytes)) return { text: LENIENT_UTF8.decode(bytes), charset: 'utf-8' }
  const guessed = guessCharset(bytes.subarray(0, GUESSED_BYTES))
  return (guessed === undefined ? undefined : decodeAs(bytes, guessed)) ?? latin(bytes)
}

/** Decodes Western European text. Parts of it may be UTF-8 that an editor pasted in. */
function latin(bytes: Buffer): DecodedDocument {
  return { text: replaceControls(bytes.toString('latin1')), charset: 'windows-1252' }
}

/**
 * Whether a document is UTF-8 except for a few bytes, for example because its publisher cut a text inside a character.
 * Replacing one character is better than garbling all others.
 */
function mostlyUtf8(bytes: Buffer): boolean {
  let good = 0
  let bad = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte < 0x80) continue
    const length = byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0
    let follow = 0
    while (follow + 1 < length && ((bytes[i + follow + 1] ?? 0) & 0xc0) === 0x80) follow++
    if (length !== 0 && follow === length - 1) good++
    else bad++
    i += follow
  }
  return good > 4 * bad
}

function decodeUtf32(bytes: Buffer, label: 'utf-32le' | 'utf-32be'): DecodedDocument | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  let wrong = 0
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, label === 'utf-32le')
    if (code === 0xfeff) continue
    const valid = code <= 0x10ffff
    if (!valid) wrong++
    parts.push(valid ? String.fromCodePoint(code) : '\uFFFD')
  }
  return parts.length === 0 || wrong > parts.length / 10
    ? undefined
    : { text: parts.join(''), charset: label }
}
