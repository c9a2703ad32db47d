import type { FastifyRequest } from 'fastify'

/** A header that the service adds to its requests to itself. Only the service knows its value, the token. */
export const INNER_HEADER = 'x-content-digest-inner'

/** Whether the service itself made the request, for a view of the page. */
export function isInner(request: FastifyRequest, token: string): boolean {
  return request.headers[INNER_HEADER] === token
}
