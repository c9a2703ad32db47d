import * as z from 'zod'
import { DigestError } from '../../model/errors.ts'
import { DAY_MS, toIso } from '../../model/time.ts'
import { MCP_PATH } from '../agents/mcp-route.ts'
import { prefixOf } from '../base-url.ts'
import { fileRoute } from './file-route.ts'
import { CATALOG_PATH, serviceLinks } from './service-links.ts'

/** Addresses that crawlers leave alone; `*` stands for any characters (RFC 9309, section 2.2.3). */
const DISALLOWED = [
  '/api/',
  '/mcp',
  '/search',
  '/saved',
  '/preferences',
  '/key',
  '/feed/*?',
  '/*?*cursor=',
  // Lists with several filters are endless.
  '/*?*&',
]

/** GET /robots.txt: what crawlers may read (RFC 9309). */
export const robotsRoute = fileRoute(
  '/robots.txt',
  {
    operationId: 'getRobots',
    summary: 'What crawlers may read (RFC 9309)',
    description:
      'The front page, articles, stories and lists with one filter. No searches, no pages of a cursor and no API. Nothing if `server.crawlers` is off or API keys are configured.',
    mimeType: 'text/plain; charset=utf-8',
  },
  ({ config, baseUrl }) =>
    () => {
      const isOpen = config.crawlers !== false && config.apiKeys.length === 0
      const rules = (isOpen ? DISALLOWED : ['/']).map((path) => `Disallow: ${prefixOf(baseUrl)}${path}`)
      return ['User-agent: *', ...rules, ''].join('\n')
    },
)

const SECURITY_PATH = '/.well-known/security.txt'

/** Less than a year (RFC 9116, section 2.5.5). */
const VALID_DAYS = 180

/** GET /.well-known/security.txt: whom to tell of a vulnerability (RFC 9116). */
export const securityTxtRoute = fileRoute(
  SECURITY_PATH,
  {
    operationId: 'getSecurityTxt',
    summary: 'Whom to tell of a vulnerability (RFC 9116)',
    description: 'Only where the settings name a contact (`server.securityContact`).',
    mimeType: 'text/plain; charset=utf-8',
    isOptional: true,
    tickMs: DAY_MS,
  },
  ({ config: { securityContact: contact }, now }) =>
    (baseUrl) => {
      if (contact === undefined)
        throw new DigestError('notFound', 'The operator of this service has named no contact for security.')
      const expiresAt = (Math.floor(now() / DAY_MS) + VALID_DAYS) * DAY_MS
      return [
        `Contact: ${contact.includes(':') ? contact : `mailto:${contact}`}`,
        `Expires: ${toIso(expiresAt)}`,
        `Canonical: ${baseUrl}${SECURITY_PATH}`,
        '',
      ].join('\n')
    },
)

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
