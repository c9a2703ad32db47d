import { describe, expect, it } from 'vitest'
import type { HttpConfig } from '../../src/api/deps.ts'
import type { Page } from '../../src/api/page/page.ts'
import { DAY_MS } from '../../src/model/time.ts'
import { apiOf } from './api-of.ts'
import { ask } from './ask.ts'
import { serve } from './serve.ts'
import { NOW, openWorld } from './world.ts'

const api = apiOf(() => openWorld(20))

/** A page of two views. */
const PAGE: Page = {
  paths: ['/', '/docs'],
  assets: [],
  render: async () => ({ status: 200, html: '' }),
  mail: () => '',
  manifest: () => '{}',
}

const FILES = ['/robots.txt', '/llms.txt', '/.well-known/api-catalog', '/.well-known/security.txt']

const UNDER_A_PATH = { baseUrl: 'https://news.example/digest' }

/** Asks one service with these settings. */
async function askWith(config: Partial<HttpConfig>, path: string, method = 'GET') {
  const served = await serve(api.world.store, config, PAGE)
  const reply = await ask(served.base + path, { method })
  await served.close()
  return reply
}

/** What of RFC 9309 the file uses: the longest rule that fits an address decides, and all of them forbid. */
function allows(robots: string, address: string): boolean {
  const rules = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, rule = '']) => rule)
  expect(robots).toMatch(/^User-agent: \*\n/)
  expect(rules.length).toBeGreaterThan(0)
  return !rules.some((rule) => new RegExp(`^${rule.split('*').map(escaped).join('.*')}`).test(address))
}

function escaped(text: string): string {
  return text.replaceAll(/[$()+.?[\\\]^{|}/]/g, '\\$&')
}

describe('/robots.txt', () => {
  it.each(['/', '/article?id=5', '/story?id=4', '/list?category=science', '/feed/rss', '/api-docs.json'])(
    'lets crawlers read %s',
    async (address) => {
      const { text, headers } = await ask(`${api.base}/robots.txt`)

      expect(headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(allows(text, address)).toBe(true)
    },
  )

  it.each([
    '/api/items',
    '/search?q=rivers',
    '/feed/rss?q=rivers',
    '/list?cursor=WzEs',
    '/list?category=science&cursor=WzEs',
    '/list?category=science&region=us',
    '/preferences?theme=dark',
  ])('keeps them from %s', async (address) => {
    const { text } = await ask(`${api.base}/robots.txt`)

    expect(allows(text, address)).toBe(false)
  })

  it('has the path of the base URL before each path', async () => {
    const { text } = await askWith(UNDER_A_PATH, '/digest/robots.txt')

    expect(allows(text, '/digest/article?id=5')).toBe(true)
    expect(allows(text, '/digest/api/items')).toBe(false)
    expect(allows(text, '/api/items')).toBe(true)
  })

  it.each([
    ['the settings say so', { crawlers: false }],
    ['keys are needed', { apiKeys: [{ name: 'one', hash: 'ab'.repeat(32), scope: 'all' as const }] }],
  ])('forbids everything where %s', async (_, config) => {
    const { text } = await askWith(config, '/robots.txt')

    expect(text).toBe('User-agent: *\nDisallow: /\n')
  })
})

describe('/llms.txt', () => {
  it('is Markdown with a title, a summary and links that answer', async () => {
    const { text } = await ask(`${api.base}/llms.txt`)

    expect(text).toMatch(/^# Content Digest\n\n> .+\n\n/)
    const links = [...text.matchAll(/^- \[([^\]]+)\]\((\S+)\): .+$/gm)].map(([, path, url]) => ({
      path,
      url,
    }))
    expect(links.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/items', '/api/search', '/feed/atom', '/api/stats', '/api-docs.json']),
    )
    for (const { url = '' } of links.filter(({ path }) => path !== '/api/article' && path !== '/mcp')) {
      const { status } = await ask(url.replace('id=45', 'id=4'))
      expect({ url, status }).toEqual({ url, status: 200 })
    }
  })

  it('names the documentation where there is a page, under the base URL, and that a key is needed', async () => {
    const apiKeys = [{ name: 'one', hash: 'ab'.repeat(32), scope: 'all' as const }]
    const { text } = await askWith({ ...UNDER_A_PATH, apiKeys }, '/llms.txt')

    expect(text).toContain('(https://news.example/digest/docs)')
    expect(text).toContain('(https://news.example/digest/api/items)')
    expect(text).toContain('Needs an API key')
  })
})

describe('/.well-known/api-catalog', () => {
  it('is a linkset with the API and what explains it', async () => {
    const { json, headers } = await askWith(UNDER_A_PATH, '/.well-known/api-catalog')

    expect(headers['content-type']).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    )
    const base = 'https://news.example/digest'
    expect(json).toEqual({
      linkset: [
        {
          anchor: `${base}/.well-known/api-catalog`,
          item: [{ href: `${base}/api` }, { href: `${base}/mcp` }],
        },
        {
          anchor: `${base}/api`,
          'service-desc': [{ href: `${base}/api-docs.json`, type: 'application/json' }],
          'service-doc': [{ href: `${base}/docs`, type: 'text/html' }],
          status: [{ href: `${base}/api/health`, type: 'application/json' }],
        },
      ],
    })
  })

  it('names itself to HEAD', async () => {
    const { headers, status } = await askWith({}, '/.well-known/api-catalog', 'HEAD')

    expect(status).toBe(200)
    expect(headers['link']).toMatch(/^<http:.+\/\.well-known\/api-catalog>; rel="api-catalog"$/)
  })
})

describe('/.well-known/security.txt', () => {
  it.each([
    ['security@news.example', 'mailto:security@news.example'],
    ['https://news.example/security', 'https://news.example/security'],
  ])('names the contact %s, for less than a year', async (securityContact, contact) => {
    const { text } = await askWith({ ...UNDER_A_PATH, securityContact }, '/.well-known/security.txt')

    expect(text).toContain(`Contact: ${contact}\n`)
    expect(text).toContain('Canonical: https://news.example/digest/.well-known/security.txt\n')
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
    expect(expires).toBeGreaterThan(NOW + 100 * DAY_MS)
    expect(expires).toBeLessThan(NOW + 365 * DAY_MS)
  })

  it('is not there without a contact', async () => {
    const { json } = await ask(`${api.base}/.well-known/security.txt`)

    expect(json).toMatchObject({ status: 404, code: 'notFound' })
  })
})

describe('files for crawlers and programs', () => {
  it.each(FILES)('%s needs no key and ignores parameters', async (path) => {
    const config = {
      apiKeys: [{ name: 'one', hash: 'ab'.repeat(32), scope: 'all' as const }],
      securityContact: 'security@news.example',
    }
    const { status, headers } = await askWith(config, `${path}?v=2`)

    expect(status).toBe(200)
    expect(headers['etag']).toMatch(/^".+"$/)
  })
})

describe('answers of the API', () => {
  const EXPLAINED =
    '<https://news.example/digest/api-docs.json>; rel="service-desc", <https://news.example/digest/docs>; rel="service-doc"'

  it.each(['/api/stats', '/api/health', '/api/items?limit=0', '/api/nothing', '/digest/api/categories'])(
    'link to what explains them: %s',
    async (path) => {
      const { headers } = await askWith(UNDER_A_PATH, path)

      expect(headers['link']).toBe(EXPLAINED)
    },
  )

  it('have these links too where they are repeated, unchanged, or have a next page', async () => {
    const served = await serve(api.world.store, UNDER_A_PATH, PAGE)
    const address = `${served.base}/api/items?limit=5`

    const first = await ask(address)
    const repeated = await ask(address)
    const unchanged = await ask(address, { headers: { 'if-none-match': first.headers['etag'] ?? '' } })

    await served.close()
    expect(unchanged.status).toBe(304)
    for (const { headers } of [first, repeated, unchanged]) {
      const [next, ...others] = headers['link']?.split(', ') ?? []
      expect(next).toMatch(/^<https:\/\/news\.example\/digest\/api\/items\?cursor=.+>; rel="next"$/)
      expect(others.join(', ')).toBe(EXPLAINED)
    }
  })

  it('link to no documentation without a page, and others to nothing', async () => {
    const ofApi = await ask(`${api.base}/api/stats`)
    const ofOthers = await ask(`${api.base}/livez`)

    expect(ofApi.headers['link']).toBe(`<${api.base}/api-docs.json>; rel="service-desc"`)
    expect(ofOthers.headers['link']).toBeUndefined()
  })
})
