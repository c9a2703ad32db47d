import type { FastifyInstance } from 'fastify'
import type { RouteDeps } from '../deps.ts'

/** A link to the API's description (RFC 8631). */
interface ServiceLink {
  readonly rel: 'service-desc' | 'service-doc'
  readonly path: string
  readonly type: string
}

export function serviceLinks({ page }: Pick<RouteDeps, 'page'>): ServiceLink[] {
  const links: ServiceLink[] = [{ rel: 'service-desc', path: '/api-docs.json', type: 'application/json' }]
  if (page?.paths.includes('/docs') === true)
    links.push({ rel: 'service-doc', path: '/docs', type: 'text/html' })
  return links
}

export const CATALOG_PATH = '/.well-known/api-catalog'

const OF_API = /^\/api(?:[/?]|$)/

/** Adds the links to every answer of the API, errors included. The catalog links to itself (RFC 9727, section 2). */
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
