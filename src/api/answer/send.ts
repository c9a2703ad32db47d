import type { FastifyReply, FastifyRequest } from 'fastify'
import { SECOND_MS } from '../../model/time.ts'
import type { Answer } from './answer.ts'
import { chooseEncoding } from './encodings.ts'

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
  // Pictures are compressed already.
  const length = answer.mimeType.startsWith('image/') ? 0 : answer.identity.bytes.length
  const encoding = chooseEncoding(request.headers['accept-encoding'], length)
  const etag = answer.etag(encoding)
  const lastModified = lastModifiedOf(answer, context.now())
  reply.header('etag', etag)
  reply.header('cache-control', cacheControl(answer, context.isPrivate))
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`)
  if (lastModified !== undefined) reply.header('last-modified', lastModified)
  if (answer.next !== undefined) {
    reply.header('link', `<${context.baseUrlOf(request)}${answer.next}>; rel="next"`)
  }
  if (reply.statusCode === 200 && isKnown(request, etag, lastModified)) {
    reply.code(304)
    if (request.method === 'HEAD') {
      // Fastify computes the length of a HEAD's empty body: it would send `content-length: 0` (RFC 9110,
      // 15.4.5).
      reply.header('content-type', answer.mimeType).send((await answer.as(encoding)).bytes)
    } else {
      reply.send()
    }
    return
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('content-type', answer.mimeType)
  const { bytes } = await answer.as(encoding)
  reply.send(bytes)
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
function isKnown(request: FastifyRequest, etag: string, lastModified: string | undefined): boolean {
  const tags = request.headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || listsTag(tags, etag)
  const since = request.headers['if-modified-since']
  if (since === undefined || lastModified === undefined) return false
  const known = HTTP_DATE.test(since) ? Date.parse(since) : Number.NaN
  return !Number.isNaN(known) && Date.parse(lastModified) <= known
}

function listsTag(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
