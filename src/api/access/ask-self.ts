import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The header that marks the service's requests to itself. Its value is a token that only the service knows. */
const INNER_HEADER = 'x-content-digest-inner'

export function isInner(request: FastifyRequest, token: string): boolean {
  return request.headers[INNER_HEADER] === token
}

export interface OwnAnswer {
  readonly status: number
  readonly body: string
}

/** Copied to the inner request: they tell who the caller is and under which name it reached the service. */
const CALLER_HEADERS = ['host', 'cookie', 'authorization'] as const

/**
 * Calls the service in process, with the caller's key. The caller's own request was rate-limited already.
 *
 * @param token proves that the service itself asks
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
