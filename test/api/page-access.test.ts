import { createHash } from 'node:crypto'
import { afterEach, expect, it, describe, beforeAll, afterAll } from 'vitest'
import type { HttpConfig } from '../../src/api/deps.ts'
import type { Page } from '../../src/api/page/page.ts'
import { ask } from './ask.ts'
import { serve, type Served } from './serve.ts'
import { openWorld, type World } from './world.ts'

/** A page of one view, which asks the interface three times. */
const PAGE: Page = {
  paths: ['/'],
  assets: [
    {
      path: '/style.css',
      mimeType: 'text/css',
      bytes: Buffer.from('p{}'),
      brotli: undefined,
      gzip: undefined,
      isHashed: false,
    },
  ],
  async render({ ask: askService, feedKey, query }) {
    const answers = await Promise.all([1, 2, 3].map((limit) => askService(`/api/items?limit=${limit}`)))
    const status = Math.max(...answers.map((answer) => answer.status))
    return { status, html: `<p>${status} ${feedKey ?? 'no feed key'}<a href="/?${query}"></p>` }
  },
  mail: () => '',
  manifest: () => '{}',
}

const apiKeys = [
  { name: 'me', hash: createHash('sha256').update('my own key').digest('hex'), scope: 'all' as const },
]

let world: World
let served: Served | undefined

beforeAll(async () => {
  world = await openWorld(5)
})

afterEach(async () => {
  await served?.close()
  served = undefined
})

afterAll(() => world.close())

async function start(config: Partial<HttpConfig>): Promise<string> {
  served = await serve(world.store, config, PAGE)
  return served.base
}

async function postKey(base: string, key: string) {
  return ask(`${base}/key`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ key }).toString(),
  })
}

describe('the page where keys are asked for', () => {
  it('keeps a key in a cookie that scripts cannot read, and shows with it what the key opens', async () => {
    const base = await start({ apiKeys })

    const posted = await postKey(base, 'my own key')
    const cookie = posted.headers['set-cookie'] ?? ''
    const view = await ask(base, { headers: { cookie: cookie.split(';')[0] ?? '' } })

    expect(posted.status).toBe(204)
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax$/)
    expect(view.status).toBe(200)
    expect(view.headers['cache-control']).toMatch(/^private/)
    expect(view.text).not.toContain('my own key')
  })

  it('shows nobody without a key what it showed others with one', async () => {
    const base = await start({ apiKeys })
    const cookie = `digest-key=${encodeURIComponent('my own key')}`
    const before = await ask(base, { headers: { cookie } })

    const after = await ask(base)

    expect([before.status, after.status]).toEqual([200, 401])
    expect(after.headers['cache-control']).toBe('no-store')
  })

  it('has links to feeds that work, without the key in them', async () => {
    const base = await start({ apiKeys })
    const cookie = `digest-key=${encodeURIComponent('my own key')}`

    const { text } = await ask(base, { headers: { cookie } })
    const [, feedKey = ''] = /200 (\S+)</.exec(text) ?? []
    const feed = await ask(`${base}/feed/rss?key=${feedKey}`)
    const items = await ask(`${base}/api/items`, { headers: { authorization: `Bearer ${feedKey}` } })

    expect(feedKey.length).toBeGreaterThan(20)
    expect([feed.status, items.status]).toEqual([200, 401])
  })

  it('has such links for whoever sends a key for feeds along with one for all', async () => {
    const base = await start({ apiKeys })
    const cookie = `digest-key=${encodeURIComponent('my own key')}`
    const [, feedKey = ''] = /200 (\S+)</.exec((await ask(base, { headers: { cookie } })).text) ?? []

    const both = await ask(base, { headers: { cookie, authorization: `Bearer ${feedKey}` } })

    expect(both.text).toContain(`200 ${feedKey}<`)
  })

  it.each([
    ['/?key=my+own+key&days=2', '/?days=2'],
    ['/?days=2&%6bey=my+own+key', '/?days=2'],
    ['/?days=2&KEY=my+own+key&language=de', '/?days=2&language=de'],
    ['/?monkey=1', '/?monkey=1'],
  ])('repeats no key of the address %s', async (address, link) => {
    const base = await start({ apiKeys })
    const cookie = `digest-key=${encodeURIComponent('my own key')}`

    const refused = await ask(base + address)
    const shown = await ask(base + address, { headers: { cookie } })

    expect([refused.status, shown.status]).toEqual([401, 200])
    for (const { text } of [refused, shown]) expect(text).toContain(`<a href="${link}">`)
  })

  it('says that a key is wrong, keeps none, and forgets one when asked', async () => {
    const base = await start({ apiKeys })

    const wrong = await postKey(base, 'guess')
    const forgotten = await postKey(base, '')

    expect(wrong.json).toMatchObject({ status: 401, detail: expect.stringContaining('wrong') })
    expect(wrong.headers['set-cookie']).toBeUndefined()
    expect(forgotten.headers['set-cookie']).toMatch(/^digest-key=; .*Max-Age=0/)
  })
})

describe('the page where requests are limited', () => {
  it('counts a view once, and its files not at all', async () => {
    const base = await start({ rateLimit: { max: 3, perMs: 60_000 } })

    const files = await Promise.all([1, 2, 3, 4, 5].map(() => ask(`${base}/style.css`)))
    const views: number[] = []
    for (const query of ['a', 'b', 'c', 'd']) views.push((await ask(`${base}/?${query}`)).status)

    expect(files.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(views).toEqual([200, 200, 200, 429])
  })

  it.each([
    '/',
    '/style.css',
    '/manifest.webmanifest',
    '/preferences',
    '/livez',
    '/readyz',
    '/api/health',
    '/api/items',
    '/api-docs.json',
    '/icons/alpha',
    '/thumbnails/1',
    '/feed/rss',
    '/sources.opml',
    '/robots.txt',
    '/api/nothing',
    '/feed/nothing',
  ])('counts a key that is wrong at %s', async (path) => {
    const base = await start({ apiKeys, rateLimit: { max: 3, perMs: 60_000 } })
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { authorization: 'Bearer guess' },
      { authorization: `Basic ${Buffer.from('me:guess').toString('base64')}` },
      { cookie: 'digest-key=guess' },
      { authorization: 'Bearer another guess' },
    ]

    const statuses: number[] = []
    for (const headers of wrong) statuses.push((await ask(base + path, { headers })).status)
    const atHealth = await ask(`${base}/api/health`, { headers: { authorization: 'Bearer guess' } })
    const watching = await ask(`${base}/api/health`)

    expect(statuses.slice(0, 3)).not.toContain(429)
    expect([statuses[3], atHealth.status, watching.status]).toEqual([429, 429, 200])
  })

  it.each(['/feed/rss', '/feed/atom', '/feed/json', '/feed/health', '/sources.opml'])(
    'counts a wrong key in the address of %s',
    async (path) => {
      const base = await start({ apiKeys, rateLimit: { max: 2, perMs: 60_000 } })

      const statuses: number[] = []
      for (const key of ['a', 'b', 'c']) statuses.push((await ask(`${base}${path}?key=${key}`)).status)
      const right = await ask(`${base}${path}?key=my%20own%20key`)

      expect([...statuses, right.status]).toEqual([401, 401, 429, 200])
    },
  )

  it('counts wrong keys with HEAD, and in the form for a key', async () => {
    const base = await start({ apiKeys, rateLimit: { max: 2, perMs: 60_000 } })

    const head = await ask(`${base}/livez`, { method: 'HEAD', headers: { authorization: 'Bearer guess' } })
    const forms = [await postKey(base, 'guess'), await postKey(base, 'guess')]

    expect([head.status, ...forms.map(({ status }) => status)]).toEqual([200, 401, 429])
  })

  it('takes nobody else for itself', async () => {
    const base = await start({ rateLimit: { max: 1, perMs: 60_000 } })
    const headers = { 'x-content-digest-inner': 'true' }

    const replies = [await ask(`${base}/api/items`, { headers }), await ask(`${base}/api/items`, { headers })]

    expect(replies.map(({ status }) => status)).toEqual([200, 429])
  })
})
