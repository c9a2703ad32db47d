import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** A header that the service adds to its requests to itself; only the service knows its value. */
export interface InnerToken {
  readonly header: string
  readonly value: string
}

export function newInnerToken(): InnerToken {
  return { header: 'x-content-digest-inner', value: randomUUID() }
}

/** Whether the service itself made the request, for a view of the page. */
export function isInner(request: FastifyRequest, { header, value }: InnerToken): boolean {
  return request.headers[header] === value
}
