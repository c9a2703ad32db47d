import { prefixOf } from '../base-url.ts'
import { fileRoute } from './file-route.ts'

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
