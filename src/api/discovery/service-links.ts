import type { FastifyInstance } from 'fastify'
import type { RouteDeps } from '../deps.ts'

/** What explains the API (RFC 8631). */
export interface ServiceLink {
  readonly rel: 'service-desc' | 'service-doc'
  /** Below the base URL. */
  readonly path: string
  readonly type: string
}

export function serviceLinks({ page }: Pick<RouteDeps, 'page'>): ServiceLink[] {
  const links: ServiceLink[] = [{ rel: 'service-desc', path: '/api-docs.json', type: 'application/json' }]
  if (page?.paths.includes('/docs') === true)
    links.push({ rel: 'service-doc', path: '/docs', type: 'text/html' })
  return links
}

/** Where the API and its description are (RFC 9727). */
export const CATALOG_PATH = '/.well-known/api-catalog'

const OF_API = /^\/api(?:[/?]|$)/

/** Puts the links on every answer of the API, errors included. The catalog names itself (RFC 9727, section 2). */
export function addServiceLinks(
  app: FastifyInstance,
  { page, baseUrlOf }: Pick<RouteDeps, 'page' | 'baseUrlOf'>,
): void {
  const links = serviceLinks({ page })

  app.addHook('onRequest', (request, reply, done) => {
    const isOfApi = OF_API.test(request.url)
    if (isOfApi || request.url.startsWith(CATALOG_PATH)) {
      const named = isOfApi ? links : [{ rel: 'api-catalog', path: CATALOG_PATH }]
      const baseUrl = baseUrlOf(request)
      reply.header('link', named.map(({ rel, path }) => `<${baseUrl}${path}>; rel="${rel}"`).join(', '))
    }
    done()
  })
}
