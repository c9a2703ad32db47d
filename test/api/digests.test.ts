import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseFeed } from 'feedsmith'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpConfig } from '../../src/api/deps.ts'
import { createServer } from '../../src/api/server.ts'
import { openPage } from '../../src/cli/serve/open-page.ts'
import { DigestBody, type Edition, EditionBody } from '../../src/model/edition.ts'
import { DAY_MS, toIso } from '../../src/model/time.ts'
import { openSearch } from '../../src/search/search.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { aDigest } from '../digests/a-digest.ts'
import { anEdition, aStory } from '../digests/an-edition.ts'
import { NOW } from '../store/drafts.ts'
import { ask } from './ask.ts'

const HOSTILE =
  '</script><script>alert(1)</script> [x](javascript:alert(1)) `a` *b* <img src=x onerror=alert(1)> & "q"'

const EDITION = anEdition([
  aStory(1, { title: HOSTILE, sourceName: HOSTILE, summary: HOSTILE, isNew: true }),
  aStory(2, { title: '東京で記録的な大雨', language: 'ja', newReportCount: 2 }),
])

let folder: string
let store: Store
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'digest-digests-'))
  store = await openSqliteStore(join(folder, 'digest.db'), { now: () => NOW })
  await store.keepDigests(['morning', 'gone'], NOW)
  await save(EDITION)
  await save(anEdition([], { date: '2026-03-03', previousDate: '2026-03-02' }))
  await save(anEdition([aStory(9)], { digest: 'gone', title: 'Gone' }))
})

afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  await store.close()
  await rm(folder, { recursive: true })
})

async function save(edition: Edition): Promise<void> {
  const { digest, date, storyCount } = edition
  const madeAt = Date.parse(`${date}T07:00:00Z`)
  await store.saveEdition({ digest, date, madeAt, storyCount, body: JSON.stringify(edition) }, [
    'mail x@example.org',
  ])
}

async function openApi(
  config: Partial<HttpConfig> = {},
  withPage = false,
  latest: Parameters<typeof aDigest>[0] = {},
): Promise<string> {
  const search = openSearch(store.searchSource)
  const app = createServer({
    store,
    search,
    page: withPage ? await openPage() : undefined,
    now: () => NOW,
    startedAt: NOW,
    digests: [
      aDigest(),
      aDigest({ name: 'new', title: 'New & <fresh>', at: '18:00', timeZone: 'Europe/Berlin', ...latest }),
    ],
    config: { corsOrigins: ['*'], apiKeys: [], ...config },
    logger: pino({ level: 'silent' }),
  })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  closing.push(
    () => search.close(),
    () => app.close(),
  )
  return base
}

describe('/api/digests', () => {
  it('lists digests with their next and past editions, and those that are gone; nobody who gets them', async () => {
    const base = await openApi({ baseUrl: 'https://news.example/d' })

    const { status, json, text } = await ask(`${base}/api/digests`)
    const short = await ask(`${base}/api/digests?limit=1`)

    expect(status).toBe(200)
    const { items } = json as { readonly items: readonly unknown[] }
    expect(items.map((item) => DigestBody.parse(item))).toEqual(items)
    expect(items[0]).toEqual({
      name: 'morning',
      title: 'The morning',
      url: 'https://news.example/d/digest/morning',
      timeZone: 'UTC',
      nextAt: '2026-03-03T07:00:00.000Z',
      editions: [
        {
          date: '2026-03-03',
          url: 'https://news.example/d/digest/morning/2026-03-03',
          madeAt: '2026-03-03T07:00:00.000Z',
          storyCount: 0,
        },
        {
          date: '2026-03-02',
          url: 'https://news.example/d/digest/morning/2026-03-02',
          madeAt: '2026-03-02T07:00:00.000Z',
          storyCount: 2,
        },
      ],
    })
    expect(items.slice(1)).toMatchObject([
      { name: 'new', nextAt: '2026-03-02T17:00:00.000Z', editions: [] },
      { name: 'gone', title: 'Gone', nextAt: null, editions: [{ date: '2026-03-02' }] },
    ])
    expect(text).not.toContain('example.org')
    expect((short.json as { items: { editions: unknown[] }[] }).items[0]?.editions).toHaveLength(1)
    expect((await ask(`${base}/api/digests?limit=0`)).status).toBe(400)
  })
})

describe('/digest/NAME', () => {
  it('is the newest edition, and /digest/NAME/DATE a past one, as JSON and Markdown', async () => {
    const base = await openApi()

    const newest = await ask(`${base}/digest/morning.json`)
    const past = await ask(`${base}/digest/morning/2026-03-02.json`)
    const markdown = await ask(`${base}/digest/morning/2026-03-02.md`)

    expect(newest.json).toMatchObject({ date: '2026-03-03', storyCount: 0 })
    expect(past.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(EditionBody.parse(past.json)).toEqual(EDITION)
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(markdown.text).toContain(
      '# The morning\n\nMonday, 2 March 2026 · 2 stories, 1 new since the last edition\n',
    )
    expect((await ask(`${base}/digest/morning.md`)).text).toContain('No news in this time.')
    expect((await ask(`${base}/digest/gone.json`)).json).toMatchObject({ title: 'Gone' })
  })

  it.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
    ['application/json;q=0.5, text/markdown', 'text/markdown; charset=utf-8'],
  ])('follows Accept: %s', async (accept, expected) => {
    const base = await openApi({}, true)

    const { status, headers } = await ask(`${base}/digest/morning/2026-03-02`, { headers: { accept } })

    expect([status, headers['content-type']]).toEqual([200, expected])
    expect(headers['vary']).toMatch(/^Accept\b/)
  })

  it('has an ETag that stays, and answers 304', async () => {
    const base = await openApi()
    const address = `${base}/digest/morning/2026-03-02.json`
    const etag = (await ask(address)).headers['etag'] ?? ''

    await store.saveEdition(
      { digest: 'other', date: '2026-01-01', madeAt: NOW, storyCount: 0, body: '{}' },
      [],
    )

    expect((await ask(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('shows an edition from the second in which it is made', async () => {
    const base = await openApi()
    expect((await ask(`${base}/digest/new.json`)).status).toBe(404)

    await save(anEdition([aStory(3)], { digest: 'new' }))

    expect((await ask(`${base}/digest/new.json`)).json).toMatchObject({ storyCount: 1 })
  })

  it.each([
    ['/digest/nope', "No digest is named 'nope'; /api/digests lists those there are."],
    ['/digest/nope/feed', "No digest is named 'nope'; /api/digests lists those there are."],
    [
      '/digest/morning/2020-01-01',
      'The digest morning has no edition of 2020-01-01; /api/digests lists those it has.',
    ],
    ['/digest/morning/..%2f', 'The digest morning has no edition of ../; /api/digests lists those it has.'],
  ])('says what is not there: %s', async (path, detail) => {
    const base = await openApi()

    const { status, json } = await ask(base + path)

    expect([status, json]).toMatchObject([404, { code: 'notFound', detail }])
  })

  it('says when the first edition is made', async () => {
    await store.keepDigests(['new'], NOW)
    const fresh = aDigest({ name: 'fresh' })
    const search = openSearch(store.searchSource)
    const config = { corsOrigins: [], apiKeys: [] }
    const logger = pino({ level: 'silent' })
    const app = createServer({
      store,
      search,
      now: () => NOW,
      startedAt: NOW,
      digests: [fresh],
      config,
      logger,
    })

    const { body } = await app.inject('/digest/fresh.md')

    expect(JSON.parse(body)).toMatchObject({
      detail: `The digest fresh has no edition yet; the first one is made at ${toIso(Date.parse('2026-03-03T07:00:00Z'))}.`,
    })
    await app.close()
    await search.close()
  })

  it('escapes what publishers write, in Markdown', async () => {
    const base = await openApi()

    const { text } = await ask(`${base}/digest/morning/2026-03-02.md`)

    expect(text).not.toContain('<script')
    expect(text).not.toContain('<img')
    expect(text).toContain(String.raw`\[x\]\(javascript:alert\(1\)\)`)
    expect(text).toContain('](<https://paper.example/1>)')
  })
})

describe('/digest/NAME/feed', () => {
  it('has one entry for each edition, valid and escaped', async () => {
    const base = await openApi({ baseUrl: 'https://news.example' })

    const { status, headers, text } = await ask(`${base}/digest/morning/feed`)

    expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    const { format, feed } = parseFeed(text)
    if (format !== 'atom') throw new Error(format)
    expect(feed.title?.value ?? feed.title).toBe('The morning')
    expect(feed.updated).toBe('2026-03-02T07:00:00.010Z')
    expect(feed.entries?.map(({ id, links }) => [id, links?.[0]?.href])).toEqual([
      [expect.stringMatching(/^urn:uuid:/), 'https://news.example/digest/morning/2026-03-03'],
      [expect.stringMatching(/^urn:uuid:/), 'https://news.example/digest/morning/2026-03-02'],
    ])
    const content = JSON.stringify(feed.entries?.[1]?.content)
    expect(content).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(content).not.toContain('<script')
    expect(content).toContain('東京で記録的な大雨')
    expect(
      (await ask(`${base}/digest/morning/feed?limit=1&utm_source=reader`)).text.match(/<entry/g),
    ).toHaveLength(1)
  })

  it('is a feed without entries before the first edition', async () => {
    const base = await openApi({}, false, { name: 'later' })

    const { status, text } = await ask(`${base}/digest/later/feed`)

    expect(status).toBe(200)
    expect(text).toContain('New &amp; &lt;fresh&gt;')
    // That of the collection's state, as in every empty feed.
    expect(text).toMatch(/<updated>20\d\d-[^<]+<\/updated>/)
    expect(text).not.toContain('<entry')
  })
})

describe('keys', () => {
  const apiKeys = [
    { name: 'all', hash: createHash('sha256').update('key-for-all').digest('hex'), scope: 'all' as const },
    {
      name: 'feeds',
      hash: createHash('sha256').update('key-for-feeds').digest('hex'),
      scope: 'feeds' as const,
    },
  ]
  const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}`, accept: '*/*' } })

  it.each([true, false])(
    'protect editions in every form; those for feeds open the feed (page: %s)',
    async (withPage) => {
      const base = await openApi({ apiKeys }, withPage)
      const paths = [
        '/api/digests',
        '/digest/morning',
        '/digest/morning.json',
        '/digest/morning/2026-03-02.md',
      ]
      for (const path of [...paths, '/digest/morning/feed']) {
        const address = base + path
        expect([path, (await ask(address)).status]).toEqual([path, 401])
        expect([path, (await ask(address, bearer('key-for-all'))).status]).toEqual([path, 200])
        // An answer that is kept is not for those without a key.
        expect([path, (await ask(address)).status]).toEqual([path, 401])
        const isFeed = path.endsWith('/feed')
        expect([path, (await ask(address, bearer('key-for-feeds'))).status]).toEqual([
          path,
          isFeed ? 200 : 401,
        ])
        const byAddress = await ask(`${address}?key=key-for-feeds`)
        expect([path, byAddress.status]).toEqual([path, isFeed ? 200 : 401])
      }
    },
  )
})

describe('the view of an edition', () => {
  it('is HTML with all its stories, and quotes what publishers write', async () => {
    const base = await openApi({}, true)

    const { status, text } = await ask(`${base}/digest/morning/2026-03-02`, {
      headers: { accept: 'text/html' },
    })
    const html = text.slice(0, text.indexOf('<script type="application/json"'))

    expect(status).toBe(200)
    expect(html).toContain('<h1 dir="auto">The morning</h1>')
    expect(html).toContain('東京で記録的な大雨')
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('<script>alert')
    expect(text).not.toContain('</script><script>alert')
  })

  it('speaks the language of its reader', async () => {
    const base = await openApi({}, true)

    const { text } = await ask(`${base}/digest/morning/2026-03-03`, {
      headers: { accept: 'text/html', 'accept-language': 'de' },
    })

    expect(text).toContain('Dienstag, 3. März 2026')
    expect(text).toContain('Keine Nachrichten in dieser Zeit.')
  })

  it('says with 404 that there is no such edition', async () => {
    const base = await openApi({}, true)

    const { status, headers } = await ask(`${base}/digest/morning/2020-01-01`, {
      headers: { accept: 'text/html' },
    })

    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  })

  it('says of a digest without any when the first one is made, and every view leads to all digests', async () => {
    const base = await openApi({}, true, { name: 'later' })

    const waiting = await ask(`${base}/digest/later`, { headers: { 'accept-language': 'de' } })
    const unknown = await ask(`${base}/digest/nope`)
    const list = await ask(`${base}/list`)

    expect([waiting.status, unknown.status]).toEqual([200, 404])
    expect(waiting.text).toContain('<h1 dir="auto">New &amp; &lt;fresh></h1>')
    expect(waiting.text).toMatch(
      /<p class="edition-day">Die erste Ausgabe erscheint am <time [^>]+>\d+\. März 2026, \d\d:\d\d<\/time>\.<\/p>/,
    )
    expect(unknown.text).not.toContain('first edition')
    expect(list.text).toContain('<a href="/digest/morning" dir="auto">The morning</a>')
    expect(list.text).toContain('<a href="/digest/later" dir="auto">New &amp; &lt;fresh></a>')
  })
})

describe('an edition in a store of years', () => {
  it('is found as fast as one of few', async () => {
    for (let day = 0; day < 400; day++)
      await save(anEdition([], { digest: 'old', date: toIso(NOW - day * DAY_MS).slice(0, 10) }))
    const base = await openApi()

    const { json } = await ask(`${base}/api/digests?limit=1000`)

    const { items } = json as { readonly items: readonly { readonly name: string }[] }
    // It was never in the settings.
    expect(items.map(({ name }) => name)).not.toContain('old')
    expect((await ask(`${base}/digest/old.json`)).json).toMatchObject({ date: toIso(NOW).slice(0, 10) })
  })
})
