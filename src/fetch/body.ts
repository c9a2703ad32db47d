import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'
import { codeOf } from '../model/errors.ts'
import { parseJson } from '../model/json-object.ts'
import { RequestError } from './request.ts'

const gunzipAsync = promisify(gunzip)
const inflateAsync = promisify(inflate)
const inflateRawAsync = promisify(inflateRaw)
const brotliAsync = promisify(brotliDecompress)

/** Values of `Content-Encoding` that mean no encoding: charsets and transfer forms. */
const NO_CODINGS: ReadonlySet<string> = new Set(
  'identity none plain text utf-8 utf8 us-ascii iso-8859-1 windows-1252 binary 8bit 7bit aws-chunked'.split(
    ' ',
  ),
)

/** Each chunk is a round trip through the thread pool, which takes longer than the chunk. Most documents fit in one. */
const CHUNK_BYTES = 64 * 1024

/**
 * Decodes one `Content-Encoding`. Several are refused, since each multiplies the size and servers do not need them; the
 * same one twice counts once. Gzip data is recognised under any name.
 *
 * @param maxBytes maximum size of the result
 * @throws RequestError, or zlib's own error for broken data
 */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const codings = new Set(
    (encoding ?? '')
      .toLowerCase()
      .split(',')
      .map((coding) => coding.trim())
      .filter((coding) => coding !== '' && !NO_CODINGS.has(coding)),
  )
  const [coding] = codings
  if (coding === undefined || body.length === 0) return body
  if (codings.size > 1) throw new RequestError('parse', `sent an answer encoded ${codings.size} times over`)
  // A truncated stream gives its beginning: many servers omit the trailer.
  const options = { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: CHUNK_BYTES }
  try {
    // Brotli data can begin with gzip's magic bytes; other encodings cannot.
    if (isGzip(body) && coding !== 'br') return await unzip(body, options)
    if (coding === 'gzip' || coding === 'x-gzip' || isMarkup(body)) return body
    if (coding === 'deflate')
      return await ((body[0] ?? 0) % 16 === 8 ? inflateAsync : inflateRawAsync)(body, options)
    if (coding !== 'br') throw new RequestError('parse', `sent an answer encoded as '${coding.slice(0, 20)}'`)
    const finishFlush = constants.BROTLI_OPERATION_FLUSH
    return await brotliAsync(body, { ...options, finishFlush }).catch((cause: unknown) => {
      if (!isGzip(body) || codeOf(cause) === 'ERR_BUFFER_TOO_LARGE') throw cause
      return unzip(body, options)
    })
  } catch (cause) {
    if (cause instanceof RangeError || codeOf(cause) === 'ERR_BUFFER_TOO_LARGE') {
      throw new RequestError('tooLarge', `sent more than ${maxBytes} bytes once decompressed`, { cause })
    }
    throw cause
  }
}

/** Reads gzip, also with trailing bytes, such as a cache's comment. */
async function unzip(body: Buffer, options: ZlibOptions): Promise<Buffer> {
  try {
    return await gunzipAsync(body, options)
  } catch (cause) {
    if (codeOf(cause) !== 'Z_DATA_ERROR') throw cause
    // The compressed data itself marks its end.
    return inflateRawAsync(body.subarray(gzipHeaderLength(body)), options)
  }
}

/** @see RFC 1952 section 2.3 */
function gzipHeaderLength(body: Buffer): number {
  const flags = body[3] ?? 0
  let at = 10
  if ((flags & 4) !== 0) at += 2 + (body[at] ?? 0) + 256 * (body[at + 1] ?? 0)
  for (const text of [8, 16]) if ((flags & text) !== 0) at = Math.max(at, body.indexOf(0, at) + 1)
  return (flags & 2) === 0 ? at : at + 2
}

/**
 * Whether a body is plain text despite its declared encoding: it begins like a document and continues in printable
 * ASCII.
 */
function isMarkup(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*[<{[][\s\x20-\x7e]{30}/.test(bytes.toString('latin1', 0, 64))
}

/** Tests the first bytes: some servers declare gzip for plain bodies. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Bytes that contain the start of a document's root, and its closing tag. */
const ROOT_BYTES = 64 * 1024
const END_BYTES = 4 * 1024

/**
 * Whether a document is complete although its transfer ended early: its root is closed near the end, or it is valid
 * JSON. Some servers announce too great a length or omit the last chunk, and append scripts and warnings. Browsers show
 * such documents.
 */
export function isComplete(body: Buffer): boolean {
  const start = asciiOf(body.subarray(0, ROOT_BYTES))
  if (/^\s*[{[]/.test(start)) return parseJson(body.toString('utf8')) !== undefined
  const [, root] = /<([a-z_][\w.:-]*)/i.exec(withoutComments(start)) ?? []
  if (root === undefined) return false
  const end = withoutComments(asciiOf(body.subarray(-END_BYTES)))
  return [...end.matchAll(/<\/([a-z_][\w.:-]*)\s*>/gi)].some(
    ([, closed]) => closed?.toLowerCase() === root.toLowerCase(),
  )
}

/** The ASCII characters of a text in any charset, including UTF-16, without a byte order mark. */
function asciiOf(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\0\x80-\xff]/g, '')
}

function withoutComments(text: string): string {
  return text.replace(/<!--.*?(?:-->|$)/gs, '')
}
