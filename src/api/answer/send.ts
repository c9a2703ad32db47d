import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SECOND_MS } from '../../model/time.ts'
import type { Answer } from './answer.ts'
import { type Encoding, chooseEncoding } from './encodings.ts'

export interface SendContext {
  readonly now: () => number
  /** Where links point to, without a slash at its end. */
  readonly baseUrlOf: (request: FastifyRequest) => string
  /** Whether responses are for one caller only: then no shared cache may store them. */
  readonly isPrivate: boolean
}

/** Sends a response in an encoding that the client accepts, or `304` if the client has it already. */
export async function sendAnswer(
  context: SendContext,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<void> {
  await answer.as(encodingFor(request.raw, answer))
  const { vary, ...headers } = reply.getHeaders()
  const exchange = { request: request.raw, response: reply.raw, baseUrl: context.baseUrlOf(request) }
  reply.hijack()
  const before = { status: reply.statusCode, headers: pairs(headers), vary: vary as string | undefined }
  writeAnswer(context, exchange, before, answer)
}

/** A request as Node.js has it. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Where links point to, without a slash at its end. */
  readonly baseUrl: string
}

/** Status and headers that do not depend on the answer. */
interface AnswerHead {
  readonly status: number
  /** Names and values in turn, without `vary`. */
  readonly headers: readonly string[]
  readonly vary: string | undefined
}

/**
 * Writes an answer without Fastify, which would process each header again.
 *
 * @returns false if its bytes are not compressed yet; nothing is written then
 */
export function writeAnswer(
  context: Pick<SendContext, 'now' | 'isPrivate'>,
  { request, response, baseUrl }: Exchange,
  head: AnswerHead,
  answer: Answer,
): boolean {
  const encoding = encodingFor(request, answer)
  const representation = answer.ready(encoding)
  if (representation === undefined) return false
  const { etag, bytes } = representation
  const lastModified = lastModifiedOf(answer, context.now())
  const vary = head.vary === undefined ? 'Accept-Encoding' : `${head.vary}, Accept-Encoding`
  const caching = cacheControl(answer, context.isPrivate)
  const headers = [...head.headers, 'etag', etag, 'cache-control', caching, 'vary', vary]
  if (lastModified !== undefined) headers.push('last-modified', lastModified)
  if (answer.next !== undefined) headers.push('link', `<${baseUrl}${answer.next}>; rel="next"`)
  const isHead = request.method === 'HEAD'
  const isUnchanged = head.status === 200 && isKnown(request.headers, etag, lastModified)
  if (encoding !== 'identity' && !isUnchanged) headers.push('content-encoding', encoding)
  // A 304 to a HEAD describes the whole response too (RFC 9110, 15.4.5).
  if (isHead || !isUnchanged)
    headers.push('content-type', answer.mimeType, 'content-length', String(bytes.length))
  response.writeHead(isUnchanged ? 304 : head.status, headers)
  response.end(isHead || isUnchanged ? undefined : bytes)
  return true
}

/** Names and values in turn. Node.js writes this form fastest. */
export function pairs(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
}

/** Pictures are compressed already. */
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
 * Only once its second is over: a second change within it would get the same date, and whoever asked in
 * between would never see it (RFC 9110, 8.8.2.2).
 */
function lastModifiedOf(answer: Answer, now: number): string | undefined {
  const { modified } = answer
  return modified !== undefined && now >= modified.at + SECOND_MS ? modified.text : undefined
}

/** A date that begins with a weekday (RFC 9110, 5.6.7); any other form is ignored. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

/** RFC 9110, 13.2.2: the date counts only where no tag was sent. */
function isKnown(headers: IncomingHttpHeaders, etag: string, lastModified: string | undefined): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || listsTag(tags, etag)
  const since = headers['if-modified-since']
  if (since === undefined || lastModified === undefined) return false
  const known = HTTP_DATE.test(since) ? Date.parse(since) : Number.NaN
  return !Number.isNaN(known) && Date.parse(lastModified) <= known
}

function listsTag(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
