import type { Socket } from 'node:net'
import { type buildConnector, errors } from 'undici'
import { BodyTooLargeError } from './body.ts'
import { MOST_HEAD_BYTES, readAnswer } from './lenient-answer.ts'
import { type BodyBound, type Call, headerMap, type Response } from './response.ts'

/** After so much silence an answer may be whole though its connection stays open; where it is not, after twice as much, and so on. */
const FIRST_SILENCE_MS = 100

/** Whether an answer was refused because it is not in the standard's grammar. */
export function isOffStandard(cause: unknown): boolean {
  return cause instanceof errors.HTTPParserError || cause instanceof errors.ResponseContentLengthMismatchError
}

/**
 * Sends a request over a connection of its own, which carries nothing else and is closed after the answer: so that this can be
 * read leniently, see `readAnswer`. For answers that the strict reader refused.
 *
 * @param connect guarded, as for every request
 * @param boundOf as for `call`
 */
export function callLeniently(
  connect: buildConnector.connector,
  { url, headers }: { readonly url: URL; readonly headers: Readonly<Record<string, string>> },
  boundOf: (status: number, headers: ReadonlyMap<string, string>) => BodyBound,
): Call {
  let socket: Socket | undefined
  let end: Call['end'] = () => undefined
  const response = new Promise<Response>((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    let silenceMs = FIRST_SILENCE_MS
    let isOver = false
    end = (reason) => {
      isOver = true
      reject(reason)
      socket?.destroy()
    }

    function attempt(ended: boolean): void {
      const answer = readAnswer(Buffer.concat(chunks, length), ended)
      if (answer === undefined) return
      if (answer === 'none') return end(new errors.HTTPParserError('what came is no answer of HTTP'))
      const stated = headerMap(answer.headers)
      try {
        const { bytes, beyond } = boundOf(answer.status, stated)
        if (beyond === 'refused' && answer.body.length > bytes)
          throw new BodyTooLargeError(`more than ${bytes} bytes`)
        resolve({ status: answer.status, headers: stated, body: answer.body.subarray(0, bytes) })
        socket?.destroy()
      } catch (cause) {
        end(cause instanceof Error ? cause : new Error(String(cause)))
      }
    }

    const { hostname, host, protocol, port } = url
    connect({ hostname, host, protocol, port }, (...[error, connected]) => {
      if (error !== null) return end(error)
      socket = connected
      if (isOver) return void connected.destroy()
      socket.on('error', (cause) => end(cause))
      socket.on('close', () => end(new errors.SocketError('other side closed')))
      socket.on('end', () => attempt(true))
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length > MOST_BYTES) end(new BodyTooLargeError(`more than ${MOST_BYTES} bytes`))
      })
      socket.setTimeout(silenceMs)
      socket.on('timeout', () => {
        attempt(false)
        connected.setTimeout((silenceMs *= 2))
      })
      socket.write(requestOf(url, headers), 'latin1')
    })
  })
  return { response, end: (reason) => end(reason) }
}

/** What is wrong in its grammar is seldom large. */
const MOST_BYTES = 10_000_000 + MOST_HEAD_BYTES

function requestOf(url: URL, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: url.host, ...headers, connection: 'close' })
    // Both come from addresses and settings that the strict way has accepted; this holds whatever they are.
    .map(([name, value]) => `${name}: ${value.replace(/[\r\n\0]/g, ' ')}\r\n`)
    .join('')
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines}\r\n`
}
