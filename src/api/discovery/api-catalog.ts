import * as z from 'zod'
import { MCP_PATH } from '../agents/mcp-route.ts'
import { fileRoute } from './file-route.ts'
import { CATALOG_PATH, serviceLinks } from './service-links.ts'

/** GET /.well-known/api-catalog: where the API and its description are (RFC 9727), as a set of links (RFC 9264). */
export const apiCatalogRoute = fileRoute(
  CATALOG_PATH,
  {
    operationId: 'getApiCatalog',
    summary: 'Where the API and its description are (RFC 9727)',
    description:
      'Links (RFC 9264) to the API, its description, its documentation and its health, and to the tools for agents.',
    mimeType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    body: z.object({
      linkset: z.array(z.looseObject({ anchor: z.string().describe('Whose links they are.') })),
    }),
  },
  (deps) => (baseUrl) => {
    const api = `${baseUrl}/api`
    const explained = serviceLinks(deps).map(({ rel, path, type }) => [rel, [{ href: baseUrl + path, type }]])
    const linkset = [
      { anchor: baseUrl + CATALOG_PATH, item: [{ href: api }, { href: baseUrl + MCP_PATH }] },
      {
        anchor: api,
        ...Object.fromEntries(explained),
        status: [{ href: `${api}/health`, type: 'application/json' }],
      },
    ]
    return JSON.stringify({ linkset })
  },
)
