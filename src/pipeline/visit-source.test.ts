import { describe, expect, it } from 'vitest'
import { aSource } from '../../test/a-source.ts'
import { bridgeEntries } from '../../test/an-entry.ts'
import { EXCHANGE, read, visitsOf } from '../../test/visits.ts'
import type { Entry } from '../model/entry.ts'
import { DigestError } from '../model/errors.ts'
import { NO_VALIDATORS } from '../model/source.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../model/time.ts'
import type { Store } from '../store/store.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const anEntry = bridgeEntries(NOW)
const TIDE = aSource('tide-times')
const HARBOR = aSource('harbor-herald')

const world = visitsOf([TIDE, HARBOR], NOW)
const { items, titles, visiting, visitingAgain } = world

/** The store, which fails to save so many times. */
function failing(times: number, cause: Error): Store {
  let failures = times
  return Object.assign(Object.create(world.store) as Store, {
    saveVisit: (...args: Parameters<Store['saveVisit']>) =>
      failures-- > 0 ? Promise.reject(cause) : world.store.saveVisit(...args),
  })
}

describe('visiting a source', () => {
  it('adds what is new', async () => {
    const visit = await visiting(TIDE, read([anEntry({ title: 'A bridge opens over the Arn' })]))

    expect(visit).toMatchObject({ added: 1, edited: 0, sighted: 0 })
    expect(await titles()).toEqual(['A bridge opens over the Arn'])
  })

  it.each([
    ['without dates in the order of the document', [undefined, undefined, undefined], ['a', 'b', 'c']],
    [
      'of one day in the order of the document',
      [NOW - HOUR_MS, NOW - HOUR_MS, NOW - 2 * HOUR_MS],
      ['a', 'b', 'c'],
    ],
    [
      'of a document with the oldest on top the other way round',
      [NOW - 2 * HOUR_MS, NOW - HOUR_MS, NOW - HOUR_MS],
      ['c', 'b', 'a'],
    ],
  ])('lists items %s', async (_, times, order) => {
    const entries = times.map((publishedAt, at) => {
      const name = 'abc'.charAt(at)
      return anEntry({ guid: name, url: `https://tide.example/${name}`, title: name, publishedAt })
    })

    await visiting(TIDE, read(entries))

    expect(await titles()).toEqual(order)
  })

  it('knows the publishers of what a list of the news of others has', async () => {
    const listed = (sites: readonly string[]): Entry[] =>
      [0, 1, 2].map((at) => {
        const url = `https://news.google.com/rss/articles/${at}`
        const publisherUrl = sites[at]
        return anEntry({ guid: url, url, ...(publisherUrl === undefined ? {} : { publisherUrl }) })
      })

    await visiting(TIDE, read(listed(['https://www.herald.example/', 'https://gazette.example/'])))
    await visitingAgain(TIDE, read(listed([])))

    const ids = (await items()).map(({ id }) => id)
    const found = (await world.store.findStoryItems(ids)).map(({ publisher }) => publisher)
    expect(found.toSorted()).toEqual(['gazette.example', 'herald.example', 'tide-times'])
  })

  it('changes nothing when the document says the same again', async () => {
    await visiting(TIDE, read([anEntry({})]))
    const before = world.store.version()

    const visit = await visiting(TIDE, read([anEntry({})]))

    expect(visit).toMatchObject({ added: 0, edited: 0, sighted: 0 })
    expect(world.store.version()).toEqual(before)
  })

  it('knows which added items are news: not those of the first visit, nor those without a time', async () => {
    const news = (name: string, publishedAt: number | undefined) =>
      anEntry({ guid: name, url: `https://tide.example/${name}`, title: name, publishedAt })

    const first = await visiting(TIDE, read([news('old', NOW - HOUR_MS)]))
    const second = await visitingAgain(TIDE, read([news('new', NOW - 1_000), news('undated', undefined)]))

    expect([first.newsTimes, second.added, second.newsTimes]).toEqual([[], 2, [NOW - 1_000]])
  })

  it('edits in place and moves updatedAt when the words change', async () => {
    await visiting(TIDE, read([anEntry({ title: 'A bridge opens over the Arn' })]))

    const visit = await visiting(TIDE, read([anEntry({ title: 'The bridge over the Arn is open' })]))

    const [item] = await items()
    expect(visit.edited).toBe(1)
    expect(item).toMatchObject({ title: 'The bridge over the Arn is open', updatedAt: NOW })
  })

  it('keeps an article once and notes who else carries it', async () => {
    await visiting(TIDE, read([anEntry({ url: 'https://www.paper.example/bridge?utm_source=tide' })]))

    const visit = await visiting(
      HARBOR,
      read([anEntry({ guid: 'other', url: 'http://paper.example/bridge' })]),
    )

    const all = await items()
    expect(visit).toMatchObject({ added: 0, sighted: 1 })
    expect(all.map(({ source, alsoIn }) => ({ source, alsoIn }))).toEqual([
      { source: 'tide-times', alsoIn: ['harbor-herald'] },
    ])
  })

  it('joins the same event told by two publishers, and scores both higher for it', async () => {
    const title = 'Ferry runs aground off Morrenstadt harbor with ninety aboard'
    await visiting(TIDE, read([anEntry({ url: 'https://tide.example/ferry', title })]))
    const [alone] = await items()

    await visiting(HARBOR, read([anEntry({ url: 'https://harbor.example/ferry', title })]))

    const both = await items()
    expect(new Set(both.map(({ story }) => story.id)).size).toBe(1)
    expect(both.map(({ story }) => story.sourceCount)).toEqual([2, 2])
    for (const { score } of both) expect(score).toBeGreaterThan(alone?.score ?? 100)
  })

  it('counts a copy of another publisher’s text a quarter, also after a restart', async () => {
    const title = 'Ferry runs aground off Morrenstadt harbor with ninety aboard'
    const contentHtml = `<p>${Array.from({ length: 120 }, (_, at) => `telling${at}`).join(' ')}</p>`
    await visiting(TIDE, read([anEntry({ url: 'https://tide.example/ferry', title, contentHtml })]))
    await visiting(
      HARBOR,
      read([
        anEntry({ url: 'https://harbor.example/ferry', title, contentHtml: `${contentHtml}<p>By wire.</p>` }),
        anEntry({ guid: 'own', url: 'https://other.example/ferry', title, publishedAt: NOW - HOUR_MS }),
      ]),
    )

    const parts = await Promise.all((await items()).map(({ id }) => world.store.findArticle(id)))

    expect(parts.map((article) => article?.scoreParts.coverage)).toEqual([2.25, 2.25, 2.25])
  })

  it('counts what an aggregator lists on several sites as one publisher, in any number of visits', async () => {
    const title = 'Minister stresses deep integration of industry in Morrenstadt'
    const listed = (...hosts: string[]) =>
      read(
        hosts.map((host) =>
          anEntry({ guid: host, url: `https://${host}.example/1`, title, contentHtml: '' }),
        ),
      )
    await visiting(TIDE, listed('cls', 'jiemian', 'sina'))
    await visiting(TIDE, listed('cls', 'jiemian', 'sina', 'tmt', 'wall'))

    const articles = await Promise.all((await items()).map(({ id }) => world.store.findArticle(id)))

    expect(articles.map((article) => article?.scoreParts.coverage)).toEqual([1, 1, 1, 1, 1])
    expect(
      articles.map((article) => article?.scoreParts.share).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    ).toEqual([0, 0, 0, 0, 1])
  })

  it('scores a rare long article above one of forty posts a day', async () => {
    const text = (words: number) => `<p>${Array.from({ length: words }, (_, at) => `w${at}`).join(' ')}</p>`
    const posts = Array.from({ length: 40 }, (_, n) =>
      anEntry({
        guid: `p${n}`,
        url: `https://tide.example/${n}`,
        title: `Post ${n} of the day`,
        publishedAt: NOW - n * 30 * MINUTE_MS,
      }),
    )
    const essays = Array.from({ length: 5 }, (_, n) =>
      anEntry({
        guid: `e${n}`,
        url: `https://harbor.example/${n}`,
        title: `Essay number ${n}: on harbours`,
        contentHtml: text(n === 0 ? 2_000 : 400),
        publishedAt: NOW - 8 * HOUR_MS - n * 30 * DAY_MS,
      }),
    )
    await visiting(TIDE, read(posts))
    await visiting(HARBOR, read(essays))

    expect((await titles('hot'))[0]).toBe('Essay number 0: on harbours')
    const [essay] = (await items()).filter(({ title }) => title.startsWith('Essay number 0'))
    const [post] = (await items()).filter(({ title }) => title === 'Post 0 of the day')
    expect(essay?.score).toBeGreaterThan(25)
    expect(post?.score).toBeLessThan(16)
    const saved = (await world.store.findArticle(essay?.id ?? 0))?.scoreParts
    expect(saved?.frequency).toBeLessThan(0.08)
    expect(saved?.depth).toBeGreaterThan(3)
  })

  it('counts the site of a source as the publisher of what a feed proxy leads to', async () => {
    const title = 'Ferry runs aground off Morrenstadt harbor with ninety aboard'
    const proxied = (id: number) => `http://feeds.feedburner.com/~r/morren/~3/${id}/ferry`
    const ofSite = (siteUrl: string | undefined, id: number) => {
      const document = read([anEntry({ guid: `g${id}`, url: proxied(id), title })])
      return { ...document, feed: { ...document.feed, siteUrl } }
    }

    await visiting(TIDE, ofSite('https://www.tide.example/news', 1))
    await visiting(HARBOR, ofSite('http://feeds.feedburner.com/morren', 2))

    const stories = (await items()).map(({ story }) => story.id)
    const members = await world.store.listStoryMembers(stories)
    expect(members.map(({ publisher }) => publisher).toSorted()).toEqual(['harbor-herald', 'tide.example'])
  })

  it('keeps hot true to an item’s time where its source changes that', async () => {
    const [early, late] = ['early', 'late'].map((name, at) => ({
      guid: name,
      url: `https://tide.example/${name}`,
      title: `The ${name} ferry of Morrenstadt sails`,
      publishedAt: NOW - (10 - at) * HOUR_MS,
    }))
    await visiting(TIDE, read([anEntry(early ?? {}), anEntry(late ?? {})]))

    await visiting(TIDE, read([anEntry(early ?? {}), anEntry({ ...late, publishedAt: NOW - 20 * HOUR_MS })]))

    expect(await titles('hot')).toEqual([
      'The early ferry of Morrenstadt sails',
      'The late ferry of Morrenstadt sails',
    ])
  })

  it('does not take a later time without a new word for news', async () => {
    const entry = { title: 'A bridge opens over the Arn', publishedAt: NOW - 5 * HOUR_MS }
    await visiting(TIDE, read([anEntry(entry)]))

    await visiting(TIDE, read([anEntry({ ...entry, publishedAt: NOW })]))
    const [same] = await items()
    await visiting(TIDE, read([anEntry({ ...entry, title: 'The bridge is closed', publishedAt: NOW })]))
    const [edited] = await items()

    expect(same).toMatchObject({ publishedAt: NOW - 5 * HOUR_MS, updatedAt: null })
    expect(edited).toMatchObject({ publishedAt: NOW, updatedAt: NOW })
  })

  it.each<[string, Partial<Entry>]>([
    ['an update', { publishedAt: NOW - HOUR_MS, updatedAt: NOW - HOUR_MS }],
    ['its age', { publishedAt: NOW - 7 * HOUR_MS, isTimeRelative: true }],
    ['its day alone', { publishedAt: NOW - (NOW % DAY_MS) }],
  ])('keeps the time of an article whose words change with the time of %s', async (_, changes) => {
    const publishedAt = NOW - (NOW % DAY_MS) + HOUR_MS
    const entry = { title: 'Release 7', summaryHtml: 'Has all that was wished for.', publishedAt }
    await visiting(TIDE, read([anEntry(entry)]))

    await visiting(
      TIDE,
      read([anEntry({ ...entry, summaryHtml: 'It has all that was wished.', ...changes })]),
    )

    expect(await items()).toMatchObject([{ publishedAt, updatedAt: NOW }])
  })

  it('takes the time of an update for that of another issue where the title changes with it', async () => {
    const entry = { title: 'Menu of Monday', publishedAt: NOW - DAY_MS, updatedAt: NOW - DAY_MS }
    await visiting(TIDE, read([anEntry(entry)]))

    await visiting(TIDE, read([anEntry({ title: 'Menu of Tuesday', publishedAt: NOW, updatedAt: NOW })]))

    expect(await items()).toMatchObject([{ title: 'Menu of Tuesday', publishedAt: NOW }])
  })

  it('writes nothing where an article is only older', async () => {
    const entry = (age: number) =>
      anEntry({ title: 'A bridge opens', publishedAt: NOW - age, isTimeRelative: true })
    await visiting(TIDE, read([entry(HOUR_MS)]))
    const before = world.store.version().seq

    await visiting(TIDE, read([entry(3 * HOUR_MS)]))

    expect(world.store.version().seq).toBe(before)
  })

  it('moves updatedAt when the words change, not when the address of a picture is signed anew', async () => {
    const entry = (text: string, signature: string) =>
      anEntry({
        title: 'A bridge opens',
        contentHtml: `<p>${text}</p><img src="https://tide.example/bridge.jpg?signature=${signature}">`,
        publishedAt: NOW - HOUR_MS,
      })
    await visiting(TIDE, read([entry('It is open.', 'a')]))

    await visiting(TIDE, read([entry('It is open.', 'b')]))
    const [signed] = await items()
    await visiting(TIDE, read([entry('It is closed.', 'b')]))
    const [edited] = await items()

    expect(signed).toMatchObject({ imageUrl: 'https://tide.example/bridge.jpg?signature=b', updatedAt: null })
    expect(edited).toMatchObject({ updatedAt: NOW })
  })

  it('takes an article under a guid used again for another one', async () => {
    await visiting(
      TIDE,
      read([anEntry({ guid: 'latest', url: 'https://tide.example/1', title: 'Version one is out' })]),
    )

    await visiting(
      TIDE,
      read([
        anEntry({
          guid: 'latest',
          url: 'https://tide.example/2',
          title: 'Version two is out',
          publishedAt: NOW - HOUR_MS,
        }),
      ]),
    )

    expect((await titles()).toSorted()).toEqual(['Version one is out', 'Version two is out'])
  })

  it('saves a failure with its reason, and keeps what the next request needs', async () => {
    await visiting(TIDE, { ...read([anEntry({})]), validators: { etag: '"a"', lastModified: null } })

    await visiting(TIDE, {
      kind: 'failed',
      error: { code: 'http5xx', message: 'the server answered 503' },
      exchange: { ...EXCHANGE, status: 503 },
    })

    const state = (await world.store.listSourceStates()).find(({ sourceId }) => sourceId === TIDE.id)
    const report = (await world.store.listSources(NOW)).find(({ id }) => id === TIDE.id)
    expect(state).toMatchObject({ validators: { etag: '"a"' }, consecutiveErrors: 1 })
    expect(report?.health.lastError).toMatchObject({ code: 'http5xx', message: 'the server answered 503' })
  })

  it('does not count as a failure of the source where its host told another one to wait', async () => {
    const fails = (status: number | null) =>
      visitingAgain(TIDE, {
        kind: 'failed',
        error: { code: 'rateLimited', message: 'the host limits requests' },
        exchange: { ...EXCHANGE, status },
      })
    await visiting(TIDE, read([anEntry({})]))

    const visits = [
      await fails(null),
      await fails(null),
      await fails(429),
      await fails(null),
      await fails(null),
    ]

    const [state] = (await world.store.listSourceStates()).filter(({ sourceId }) => sourceId === TIDE.id)
    expect(visits.map(({ consecutiveErrors }) => consecutiveErrors)).toEqual([0, 0, 1, 1, 1])
    expect(state?.consecutiveErrors).toBe(1)
    for (const { nextVisitAt } of visits) expect(nextVisitAt).toBeLessThanOrEqual(NOW + 1.1 * TIDE.everyMs)
  })

  it('comes back sooner to a source that publishes often, and after a restart too', async () => {
    const often = Array.from({ length: 40 }, (_, index) =>
      anEntry({
        guid: `often${index}`,
        url: `https://tide.example/often/${index}`,
        publishedAt: NOW - index * 15 * 60_000,
      }),
    )
    const before = await visiting(TIDE, read(often))
    const seldom = await visiting(HARBOR, read([anEntry({ publishedAt: NOW - 20 * 24 * HOUR_MS })]))

    const restarted = await visiting(TIDE, {
      kind: 'unchanged',
      validators: NO_VALIDATORS,
      exchange: EXCHANGE,
    })

    expect(before.nextVisitAt).toBeLessThan(NOW + HOUR_MS / 4)
    expect(restarted.nextVisitAt).toBe(before.nextVisitAt)
    expect(seldom.nextVisitAt).toBeGreaterThan(NOW + 4 * HOUR_MS)
  })

  it('is a failed one if the document brings out a fault of our own', async () => {
    const tags: string[] = JSON.parse('{}')

    const visit = await visiting(TIDE, read([anEntry({ title: 'Poison', tags })]))

    const later = await visiting(HARBOR, read([anEntry({})]), failing(2, new TypeError('a fault')))

    for (const one of [visit, later]) {
      expect(one.collected).toMatchObject({ kind: 'failed', error: { code: 'parse' } })
      expect(one.consecutiveErrors).toBe(1)
    }
    expect(await titles()).toEqual([])
  })

  it('decides once more when the save fails, and tells when it fails again', async () => {
    const failure = new DigestError('storeFailed', 'another process was first')
    const document = read([anEntry({ guid: 'x', url: 'https://tide.example/x' })])

    const visit = await visiting(TIDE, read([anEntry({})]), failing(1, failure))
    const failed = visiting(TIDE, document, failing(2, failure))

    expect(visit.added).toBe(1)
    await expect(failed).rejects.toThrow('another process was first')
  })
})
