import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { EpochMs } from '../src/model/time.ts'

/** The body of an answer, with its validators. */
export interface Body {
  readonly bytes: Buffer
  readonly mediaType: string
  readonly etag: string
  readonly lastModified: string | undefined
  /** Compressed on first use. */
  readonly gzipped: () => Buffer
}

/** @param changedAt for `Last-Modified`, which is left out without it */
export function toBody(content: string | Buffer, mediaType: string, changedAt?: EpochMs): Body {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  let gzipped: Buffer | undefined
  return {
    bytes,
    mediaType,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    lastModified: changedAt === undefined ? undefined : new Date(changedAt).toUTCString(),
    gzipped: () => (gzipped ??= gzipSync(bytes, { level: 6 })),
  }
}

/**
 * Sends a body, compressed if the client accepts it. Answers 304 if the client has the body, and 404 without a body.
 */
export function send(request: IncomingMessage, response: ServerResponse, body: Body | undefined): void {
  if (!body) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n')
    return
  }
  response.setHeader('etag', body.etag)
  response.setHeader('vary', 'accept-encoding')
  if (body.lastModified) response.setHeader('last-modified', body.lastModified)
  if (isFresh(request, body)) {
    response.writeHead(304).end()
    return
  }
  const zip = body.mediaType !== 'image/png' && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  const bytes = zip ? body.gzipped() : body.bytes
  if (zip) response.setHeader('content-encoding', 'gzip')
  response.writeHead(200, { 'content-type': body.mediaType, 'content-length': bytes.length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** `If-None-Match` takes precedence over `If-Modified-Since` (RFC 9110, section 13.2.2). */
function isFresh({ headers }: IncomingMessage, body: Body): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === body.etag)
  return body.lastModified !== undefined && headers['if-modified-since'] === body.lastModified
}
