import { beforeEach, describe, expect, it } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { anEntry } from '../../../test/an-entry.ts'
import { fc } from '../../../test/properties.ts'
import { visitDepsOf } from '../../../test/visit-deps.ts'
import { read, visitsOf } from '../../../test/visits.ts'
import type { Entry } from '../../model/entry.ts'
import type { Source } from '../../model/source.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { visitSource } from '../visit-source.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const WORLD = aSource('world')
const TOP = aSource('top')
const world = visitsOf([WORLD, TOP], NOW)

const TEXT =
  'The ferry left the pier at noon with ninety people on board, and the harbour master watched it go.'
const LONG = `${TEXT} ${TEXT.replaceAll('ferry', 'boat')} ${TEXT.replaceAll('noon', 'night')}`

function story(url: string, changes: Partial<Entry> = {}): Entry {
  return anEntry({
    guid: url,
    url: `https://www.harbour.example/${url}`,
    title: 'A ferry leaves for the islands',
    summaryHtml: TEXT,
    publishedAt: NOW - 3 * HOUR_MS,
    ...changes,
  })
}

/** One for all visits of a test, as the service has. */
let deps: ReturnType<typeof visitDepsOf>
beforeEach(() => {
  deps = visitDepsOf(world.store, () => NOW)
})

async function shows(source: Source, ...entries: Entry[]): Promise<void> {
  const state = (await world.store.listSourceStates()).find(({ sourceId }) => sourceId === source.id)
  const document = { ...read(entries), documentHash: JSON.stringify(entries) }
  const collect = () => Promise.resolve(document)
  await visitSource(source, state, { ...deps, collect }, new AbortController().signal)
}

type Pair = readonly [string, Partial<Entry>, string, Partial<Entry>]

const ONE: readonly (readonly [string, ...Pair])[] = [
  ['an unknown parameter', 'a', {}, 'a?gusrc=rss&part=world', {}],
  ['two unknown parameters', 'a?lsrc=x', {}, 'a?way=feed', {}],
  ['two values of words', 'a?way=world', {}, 'a?way=top', {}],
  ['a number and a parameter', 'a?id=77', {}, 'a?id=77&lsrc=x', {}],
  ['a teaser and the whole text', 'a', { summaryHtml: TEXT.slice(0, 60) }, 'a?x=y', { contentHtml: LONG }],
  ['other punctuation', 'a', {}, 'a?x=y', { title: 'A Ferry leaves, for the islands!' }],
  ['a day between them', 'a', {}, 'a?x=y', { publishedAt: NOW - 30 * HOUR_MS }],
  [
    'two numbers, but a long text of one moment',
    'a?n=1',
    { summaryHtml: LONG },
    'a?n=2',
    { summaryHtml: LONG },
  ],
  [
    'no text, but one moment',
    'a.php?n=1',
    { summaryHtml: '', title: TEXT },
    'a.php?n=1&x=y',
    { summaryHtml: '', title: TEXT },
  ],
  [
    'no text, but a path that names it',
    'news/381473',
    { summaryHtml: '', title: TEXT },
    'news/381473?f=rss',
    { summaryHtml: 'Read on', title: TEXT, publishedAt: NOW - HOUR_MS },
  ],
  [
    'Chinese letters',
    'a',
    { title: '渡轮离开港口', summaryHtml: '中午时分渡轮载着九十人离开码头，港务长目送它驶向群岛。' },
    'a?x=y',
    { title: '渡轮离开港口', summaryHtml: '中午时分渡轮载着九十人离开码头，港务长目送它驶向群岛。' },
  ],
]

const TWO: readonly (readonly [string, ...Pair])[] = [
  ['numbers of articles', 'a?id=1', {}, 'a?id=2', {}],
  [
    'numbers of articles with a template',
    'a?id=1',
    { summaryHtml: LONG },
    'a?id=2',
    { summaryHtml: LONG, publishedAt: NOW - HOUR_MS },
  ],
  [
    'other texts',
    'a',
    {},
    'a?city=x',
    { summaryHtml: 'The bridge is closed to all traffic until the storm has passed the islands.' },
  ],
  [
    'texts that differ at their end',
    'a?c=x',
    { summaryHtml: `${TEXT} In Ost.` },
    'a?c=y',
    { summaryHtml: `${TEXT} In West.` },
  ],
  ['texts that are empty', 'a?c=x', { summaryHtml: '' }, 'a?c=y', { summaryHtml: '' }],
  [
    'texts that say next to nothing',
    'a?c=x',
    { summaryHtml: 'Read more' },
    'a?c=y',
    { summaryHtml: 'Read more' },
  ],
  ['other titles', 'a', {}, 'a?x=y', { title: 'A ferry comes back' }],
  ['three days between them', 'a', {}, 'a?x=y', { publishedAt: NOW - 3 * DAY_MS - 4 * HOUR_MS }],
  [
    'no text and a page of many',
    'status',
    { summaryHtml: '', title: TEXT },
    'status?id=5',
    { summaryHtml: '', title: TEXT, publishedAt: NOW - HOUR_MS },
  ],
  [
    'whole texts that differ after one summary',
    'a?c=x',
    { contentHtml: `<p>North. ${LONG}` },
    'a?c=y',
    { contentHtml: `<p>South. ${LONG}` },
  ],
]

type Arrive = (a: Entry, b: Entry) => Promise<unknown>

/** Ways in which two entries arrive. */
const WAYS: readonly (readonly [string, Arrive])[] = [
  ['in one visit', (a: Entry, b: Entry) => shows(WORLD, a, b)],
  ['in two visits', async (a: Entry, b: Entry) => (await shows(WORLD, a), shows(WORLD, b, a))],
  ['in two feeds', async (a: Entry, b: Entry) => (await shows(WORLD, a), shows(TOP, b))],
  ['in two feeds at once', (a: Entry, b: Entry) => Promise.all([shows(WORLD, a), shows(TOP, b)])],
]

/** The ids of the items that the pair became, by its addresses. Each pair has a folder of its own. */
async function idsOf([name, url, changes, otherUrl, otherChanges]: (typeof ONE)[number], arrive: Arrive) {
  const folder = name.replaceAll(/\W+/g, '-')
  const a = story(`${folder}/${url}`, changes)
  const b = story(`${folder}/${otherUrl}`, otherChanges)
  const apart = (entry: Entry): Entry => ({ ...entry, title: `${entry.title} ${folder}` })
  await arrive(apart(a), apart(b))
  return [await world.store.findItemIdsByUrl(a.url ?? ''), await world.store.findItemIdsByUrl(b.url ?? '')]
}

describe('one page with other parameters', () => {
  it.each(WAYS)('is one article if title and text are the same: %s', async (_, arrive) => {
    for (const pair of ONE) {
      const [ids, otherIds] = await idsOf(pair, arrive)
      expect([pair[0], ids]).toEqual([pair[0], otherIds])
    }

    expect(await world.items()).toHaveLength(ONE.length)
  })

  it.each(WAYS)('is two articles if they are not, or say too little: %s', async (_, arrive) => {
    for (const pair of TWO) {
      const [ids, otherIds] = await idsOf(pair, arrive)
      expect([pair[0], ids]).not.toEqual([pair[0], otherIds])
    }

    expect(await world.items()).toHaveLength(2 * TWO.length)
  })

  it('keeps the address of the first visit, also when the article is edited at the other', async () => {
    const edited = { title: 'A ferry has left for the islands' }
    await shows(WORLD, story('a?lsrc=x'))
    await shows(WORLD, story('a?lsrc=x'), story('a'))

    await shows(WORLD, story('a?lsrc=x', edited), story('a', edited))

    const items = await world.items()
    expect(items.map(({ url, title }) => [url, title])).toEqual([
      ['https://www.harbour.example/a?lsrc=x', edited.title],
    ])
  })

  it('has the shortest address of one visit', async () => {
    await shows(WORLD, story('a?lsrc=x'), story('a'))

    expect((await world.items()).map(({ url }) => url)).toEqual(['https://www.harbour.example/a'])
  })

  it('is one article in any order of arrival', async () => {
    const urls = ['a', 'a?gusrc=rss', 'a?lsrc=x&way=feed', 'a?lsrc=x']
    const orders = fc.shuffledSubarray(urls, { minLength: 2 })
    const splits = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 })

    await fc.assert(
      fc.asyncProperty(orders, splits, fc.uuid(), async (order, split, id) => {
        const before = (await world.items()).length
        const entries = order.map((url) => story(`${id}/${url}`, { title: `A ferry leaves: ${id}` }))
        for (const [index, entry] of entries.entries())
          await shows(split[index] === true ? WORLD : TOP, entry)

        expect(await world.items()).toHaveLength(before + 1)
      }),
      { numRuns: 15 },
    )
  })
})

describe('two pages of a publisher', () => {
  const copy = (changes: Partial<Entry> = {}): Entry =>
    story('b', { url: 'https://sport.harbour.example/islands/b', ...changes })

  it('are one article in two feeds, with the same title and text', async () => {
    await shows(WORLD, story('a'))
    await shows(TOP, copy({ publishedAt: NOW - 2 * HOUR_MS }))

    const items = await world.items()
    expect(items).toMatchObject([{ url: 'https://www.harbour.example/a', source: 'world', alsoIn: ['top'] }])
    expect(await world.store.findItemIdsByUrl('https://sport.harbour.example/islands/b')).toEqual([
      items[0]?.id,
    ])
  })

  it.each([
    ['of two publishers', story('b', { url: 'https://island.example/b' })],
    ['with a short text', copy({ summaryHtml: TEXT.slice(0, 60) })],
    ['with another text', copy({ summaryHtml: TEXT.replace('ferry', 'boat') })],
    ['with another title', copy({ title: 'Sport: a ferry leaves' })],
    ['of a podcast without links', copy({ url: undefined })],
  ])('are two articles %s', async (_, other) => {
    await shows(WORLD, story('a'))
    await shows(TOP, other)

    expect(await world.items()).toHaveLength(2)
  })

  it('are two articles in one feed, which would not list one twice', async () => {
    await shows(WORLD, story('a'), copy())

    expect(await world.items()).toHaveLength(2)
  })

  it('are each the issue of its day where a column has the same title and text every day', async () => {
    const issue = (page: string, day: number) =>
      story(`${page}${day}`, { title: 'Good morning', publishedAt: NOW - day * DAY_MS - MINUTE_MS })
    await shows(WORLD, issue('a', 2), issue('a', 1), issue('a', 0))
    await shows(TOP, issue('b', 2), issue('b', 1), issue('b', 0))

    const items = await world.items()
    expect(
      items.map(({ alsoIn, publishedAt }) => [alsoIn, Math.round((NOW - publishedAt) / DAY_MS)]),
    ).toEqual([
      [['top'], 0],
      [['top'], 1],
      [['top'], 2],
    ])
  })
})
