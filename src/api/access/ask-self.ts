import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A header that the service adds to its requests to itself. Only the service knows its value, the token. */
const INNER_HEADER = 'x-content-digest-inner'

/** Whether the service itself made the request, for a view of the page. */
export function isInner(request: FastifyRequest, token: string): boolean {
  return request.headers[INNER_HEADER] === token
}

/** A response of the service to itself. */
export interface OwnAnswer {
  readonly status: number
  readonly body: string
}

/** Headers that say who the caller is and under which name it knows the service. */
const CALLER_HEADERS = ['host', 'cookie', 'authorization'] as const

/**
 * Calls the service in process, with the caller's key. The caller's own request was rate-limited already.
 *
 * @param token of requests of the service to itself
 * @param address path and query below the base URL: `/api/items?limit=5`
 */
export async function askSelf(
  app: FastifyInstance,
  token: string,
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
  address: string,
): Promise<OwnAnswer> {
  const given = CALLER_HEADERS.map((name) => [name, headers[name]] as const)
  const answer = await app.inject({
    method: 'GET',
    url: address,
    remoteAddress: ip,
    headers: {
      ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
      [INNER_HEADER]: token,
    },
  })
  return { status: answer.statusCode, body: answer.body }
}
