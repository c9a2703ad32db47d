import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SECOND_MS } from '../../model/time.ts'
import type { Answer } from './answer.ts'
import { type Encoding, chooseEncoding } from './encodings.ts'

interface SendContext {
  readonly now: () => number
  /** Base of links, without a trailing slash. */
  readonly baseUrlOf: (request: FastifyRequest) => string
  /** Whether responses are for one caller only, so that no shared cache may store them. */
  readonly isPrivate: boolean
}

/** Sends a response in an encoding that the client accepts, or `304` if the client has it already. */
export async function sendAnswer(
  context: SendContext,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<void> {
  const { raw } = request
  const encoding = encodingFor(raw, answer)
  const { etag, bytes } = await answer.as(encoding)
  const { vary: before, link: explained, ...others } = reply.getHeaders()
  const lastModified = lastModifiedOf(answer, context.now())
  const vary = before === undefined ? 'Accept-Encoding' : `${String(before)}, Accept-Encoding`
  const caching = cacheControl(answer, context.isPrivate)
  const headers = [...pairs(others), 'etag', etag, 'cache-control', caching, 'vary', vary]
  if (lastModified !== undefined) headers.push('last-modified', lastModified)
  const next = answer.next && `<${context.baseUrlOf(request)}${answer.next}>; rel="next"`
  const links = [next, explained].filter((link) => link !== undefined)
  if (links.length > 0) headers.push('link', links.join(', '))
  const isHead = raw.method === 'HEAD'
  const isUnchanged = reply.statusCode === 200 && isKnown(raw.headers, etag, lastModified)
  if (encoding !== 'identity' && !isUnchanged) headers.push('content-encoding', encoding)
  // A 304 to a HEAD describes the whole response too (RFC 9110, 15.4.5).
  if (isHead || !isUnchanged)
    headers.push('content-type', answer.mimeType, 'content-length', String(bytes.length))
  const status = isUnchanged ? 304 : reply.statusCode
  // Fastify would process each header again.
  reply.hijack()
  reply.raw.writeHead(status, headers)
  reply.raw.end(isHead || isUnchanged ? undefined : bytes)
}

/** Names and values alternate: Node.js writes this form fastest. */
function pairs(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
}

/** Images are compressed already. */
function encodingFor({ headers }: IncomingMessage, answer: Answer): Encoding {
  const length = answer.mimeType.startsWith('image/') ? 0 : answer.identity.bytes.length
  return chooseEncoding(headers['accept-encoding'], length)
}

function cacheControl(answer: Answer, isPrivate: boolean): string {
  if (answer.maxAgeSeconds === 0) return 'no-store'
  const immutable = answer.isImmutable ? ', immutable' : ''
  return `${isPrivate ? 'private' : 'public'}, max-age=${answer.maxAgeSeconds}${immutable}`
}

/**
 * Only after its second has ended: a second change within it would have the same date, and a client that asked in
 * between would never see it (RFC 9110, 8.8.2.2).
 */
function lastModifiedOf(answer: Answer, now: number): string | undefined {
  const { modified } = answer
  return modified !== undefined && now >= modified.at + SECOND_MS ? modified.text : undefined
}

/** A date begins with a weekday (RFC 9110, 5.6.7); other forms are ignored. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

/** Whether the client has this response. The date counts only if no tag was sent (RFC 9110, 13.2.2). */
export function isKnown(headers: IncomingHttpHeaders, etag: string, lastModified?: string): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  const since = headers['if-modified-since']
  if (since === undefined || lastModified === undefined) return false
  const known = HTTP_DATE.test(since) ? Date.parse(since) : Number.NaN
  return !Number.isNaN(known) && Date.parse(lastModified) <= known
}
