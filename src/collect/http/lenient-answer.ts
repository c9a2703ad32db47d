/** An answer of HTTP/1 as its bytes tell it. */
export interface RawAnswer {
  readonly status: number
  /** By lower-case name; of a name that stands several times, the values in their order. */
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Buffer
}

/** A head longer than this is no head. */
export const MOST_HEAD_BYTES = 64 * 1024

/**
 * Reads an answer as browsers do where the standard's grammar refuses it: folded headers, line ends without a carriage
 * return, spaces before colons and in names, lines that are no headers, a length that is told twice or beside chunks. Only for a connection that carries one
 * answer and is closed after it: where answers follow each other, each of these can make one count for another.
 *
 * @param ended whether the other side has closed the connection
 * @returns `undefined` while more is to come; `'none'` for what is no answer, or stops short
 */
export function readAnswer(bytes: Buffer, ended: boolean): RawAnswer | 'none' | undefined {
  const head = headOf(bytes)
  if (head === undefined) return ended || bytes.length > MOST_HEAD_BYTES ? 'none' : undefined
  const [line = '', ...lines] = head.text.split(/\r?\n/)
  const status = Number(/^HTTP\/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)/i.exec(line)?.[1] ?? Number.NaN)
  if (!(status >= 100 && status <= 599)) return 'none'
  const rest = bytes.subarray(head.end)
  if (status < 200) return readAnswer(rest, ended)

  const headers = headersOf(lines)
  if (status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0) }
  const body = bodyOf(rest, headers, ended)
  return body === undefined ? (ended ? 'none' : undefined) : { status, headers, body }
}

/** @returns `end` is where the body begins; `undefined` while no empty line has come */
function headOf(bytes: Buffer): { readonly text: string; readonly end: number } | undefined {
  const start = bytes.subarray(0, MOST_HEAD_BYTES).toString('latin1')
  const blank = /\r?\n\r?\n/.exec(start)
  return blank === null
    ? undefined
    : { text: start.slice(0, blank.index), end: blank.index + blank[0].length }
}

function headersOf(lines: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = Object.create(null) as Record<string, never>
  const unfolded = lines.join('\n').replace(/\n[ \t]+/g, ' ')
  for (const line of unfolded.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*[^:\s])\s*:\s*(.*?)\s*$/.exec(line) ?? []
    if (name === '') continue
    const key = name.toLowerCase()
    const before = headers[key]
    headers[key] = before === undefined ? value : [before, value].flat()
  }
  return headers
}

function bodyOf(bytes: Buffer, headers: RawAnswer['headers'], ended: boolean): Buffer | undefined {
  if (/\bchunked\b/i.test(String(headers['transfer-encoding'] ?? ''))) return chunksOf(bytes)
  const lengths = new Set(
    String(headers['content-length'] ?? '')
      .split(',')
      .map((one) => one.trim()),
  )
  const [length = ''] = lengths
  // Told differently, or in words, it says nothing: then the body ends with the connection.
  if (lengths.size > 1 || !/^\d{1,12}$/.test(length)) return ended ? bytes : undefined
  return bytes.length < Number(length) ? undefined : bytes.subarray(0, Number(length))
}

/** @returns `undefined` while the last chunk has not come, or what comes is none */
function chunksOf(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const line = bytes.indexOf('\n', at)
    const size = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?$/i.exec(
      line < 0 ? '' : bytes.toString('latin1', at, line),
    )
    if (size === null) return undefined
    const length = Number.parseInt(size[1] ?? '', 16)
    if (length === 0) return Buffer.concat(chunks)
    const end = line + 1 + length
    if (end > bytes.length) return undefined
    chunks.push(bytes.subarray(line + 1, end))
    at = end + (bytes[end] === 0x0d ? 2 : 1)
  }
}
