import { type IncomingMessage, request } from 'node:http'
import { Duplex, Transform, type TransformCallback } from 'node:stream'
import { type buildConnector, errors } from 'undici'
import { RequestError } from './request.ts'
import { type BoundOf, type Call, cookiesOf, headerMap, limitInterim, type Response } from './response.ts'

/** Whether a response was refused because it violates HTTP, or begins with an unrequested `100`. */
export function isOffStandard(cause: unknown): boolean {
  return (
    cause instanceof errors.HTTPParserError ||
    cause instanceof errors.ResponseContentLengthMismatchError ||
    (cause instanceof errors.SocketError && cause.message === 'bad response')
  )
}

interface LenientRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/**
 * Sends a request and reads the response as leniently as the runtime can: folded headers, bare line feeds, a length
 * beside chunks, and what `mendHead` repairs. For responses that the strict parser refused.
 *
 * The connection is used once: on a shared one, such a response could be mistaken for the response to another request.
 * A request with a body is a `POST`.
 *
 * @param connect guarded, as for every request
 * @param maxHeaderBytes maximum size of all headers together
 */
export function callLeniently(
  connect: buildConnector.connector,
  { url, headers, body }: LenientRequest,
  maxHeaderBytes: number,
  boundOf: BoundOf,
): Call {
  let end: Call['end'] = () => undefined
  const response = new Promise<Response>((resolve, reject) => {
    const { hostname, host, protocol, port } = url
    let answer: IncomingMessage | undefined
    let isEnded = false
    let connection: Duplex | undefined
    // Some servers keep a connection that only this side has ended, and Node.js 22 and later then keep it too.
    const leave = (): void => {
      isEnded = true
      connection?.destroy()
    }
    const outgoing = request({
      method: body === undefined ? 'GET' : 'POST',
      path: `${url.pathname}${url.search}`,
      headers: { host, ...headers },
      insecureHTTPParser: true,
      maxHeaderSize: maxHeaderBytes,
      // Node calls this for each connection, but only without an agent.
      createConnection: (_, connected) => {
        connect({ hostname, host, protocol, port }, (...[error, socket]) => {
          // The type of `connected` requires a socket even with an error, so errors end the request directly.
          if (error !== null) return end(error)
          connection = socket
          if (isEnded) leave()
          connected(null, withMendedHead(socket, maxHeaderBytes))
        })
        return undefined
      },
    })
    end = (reason) => {
      reject(reason)
      outgoing.destroy(reason)
      leave()
    }
    outgoing.on('error', (cause) => {
      // Bytes after a complete response are ignored, and a truncated response is used.
      if (answer === undefined) end(cause)
    })
    outgoing.on(
      'information',
      limitInterim((reason) => end(reason)),
    )
    outgoing.on('response', (incoming) => {
      answer = incoming
      void take(incoming, boundOf).then(resolve, end).finally(leave)
    })
    // As a text, so that head and body are one write: a server may answer the head and close the connection.
    outgoing.end(body?.toString('latin1'), 'latin1')
  })
  return { response, end: (reason) => end(reason) }
}

/** Reads the body as it arrives: an error would discard what the stream still holds. */
function take(answer: IncomingMessage, boundOf: BoundOf): Promise<Response> {
  return new Promise((resolve, reject) => {
    const status = answer.statusCode ?? 0
    const headers = headerMap(answer.headers)
    const { bytes, beyond } = boundOf(status, headers)
    const chunks: Buffer[] = []
    let length = 0
    const finish = (isCut: boolean): void => {
      const body = Buffer.concat(chunks, length)
      resolve({ status, headers, cookies: cookiesOf(answer.headers), body, isCut })
    }
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > bytes && beyond === 'refused')
        reject(new RequestError('tooLarge', `sent more than ${bytes} bytes`))
      else if (length < bytes || beyond === 'refused') return
      else finish(false)
      answer.destroy()
    })
    answer.on('end', () => finish(false))
    answer.on('error', () => finish(true))
  })
}

/** End of a response's head, with either kind of line ends. */
const HEAD_END = /\r?\n\r?\n/

/**
 * Passes a connection's data through `mendHead`, which repairs the response's head. A head above the limit passes
 * unchanged.
 */
function withMendedHead(socket: Duplex, maxHeaderBytes: number): Duplex {
  let head: Buffer | undefined = Buffer.alloc(0)
  const mending = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      if (head === undefined) return done(null, chunk)
      head = Buffer.concat([head, chunk])
      // Latin-1 maps each byte to one character, so bytes are unchanged.
      const text = head.toString('latin1')
      const end = HEAD_END.exec(text)
      if (end === null && head.length <= maxHeaderBytes) return done()
      head = undefined
      const length = end === null ? 0 : end.index
      done(null, Buffer.from(mendHead(text.slice(0, length)) + text.slice(length), 'latin1'))
    },
    flush(done) {
      done(null, head)
    },
  })
  socket.on('error', (cause) => mending.destroy(cause))
  return Duplex.from({ writable: socket, readable: socket.pipe(mending) })
}

/** A header line with a valid name. */
const FIELD = /^([!#$%&'*+\-.^`|~\w]+)[ \t]*:(.*)$/s

/**
 * Repairs unambiguous violations that strict parsers refuse and browsers accept: a status line in lower case or without
 * blanks, blanks before a colon, lines without a name, lengths that are not numbers, and repeated equal lengths.
 * Different lengths stay, and are refused.
 */
function mendHead(head: string): string {
  const [status = '', ...lines] = head.replace(/^\s+/, '').split('\n')
  const mended = [mendStatus(status)]
  let length: string | undefined
  let isKept = false
  for (const line of lines) {
    // A folded line belongs to the one before.
    if (/^[ \t]/.test(line)) {
      if (isKept) mended.push(line)
      continue
    }
    const [, name = '', value = ''] = FIELD.exec(line) ?? []
    isKept = name !== ''
    if (name.toLowerCase() === 'content-length') {
      const stated = value.trim()
      isKept = /^\d+$/.test(stated) && stated !== length
      if (isKept) length = stated
    }
    if (isKept) mended.push(`${name}:${value}`)
  }
  // If the last line was removed, the new last line must lose its `\r`.
  return mended.join('\n').replace(/\r$/, '')
}

/** `http/1.1 200ok` becomes `HTTP/1.1 200 ok`. */
function mendStatus(line: string): string {
  return line.replace(
    /^http\/(\d)(?:\.(\d))?[ \t]+(\d{3})(?!\d)[ \t]*/i,
    (_, major: string, minor = '1', status: string) =>
      `HTTP/${major === '1' ? `1.${minor}` : '1.1'} ${status} `,
  )
}
