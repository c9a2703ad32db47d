import { describe, expect, it } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { anEntry } from '../../../test/an-entry.ts'
import { read, visitsOf } from '../../../test/visits.ts'
import type { Entry } from '../../model/entry.ts'
import type { Source } from '../../model/source.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../model/time.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const WEATHER = aSource('weather')
const COAST = aSource('coast')

/** The forecast of a day, always at the same address. */
function forecast(day: number, changes: Partial<Entry> = {}): Entry {
  return anEntry({
    guid: `forecast-${day}`,
    url: 'https://weather.example/today',
    title: `Forecast for day ${day}`,
    publishedAt: NOW + (day - 10) * DAY_MS,
    ...changes,
  })
}

const world = visitsOf([WEATHER, COAST], NOW)

describe('a link through a proxy that counts clicks', () => {
  it('finds the article, and is no change of it when each document has another', async () => {
    const linked = (proxyUrl: string) => anEntry({ guid: 'a', url: 'https://weather.example/a', proxyUrl })
    await shows(WEATHER, [linked('http://feeds.example/~3/1/a')])
    const before = world.store.version().seq

    await shows(WEATHER, [linked('http://feeds.example/~3/2/a')])

    const [item] = await world.items('oldest')
    expect(await world.store.findItemIdsByUrl('https://feeds.example/~3/1/a')).toEqual([item?.id])
    expect(world.store.version().seq).toBe(before)
  })
})

describe('a feed that dates all its entries at the moment at which it is made', () => {
  const TITLES = ['A storm over the northern coast', 'The winter ferry', 'The harbour wall']
  const listed = (visits: number, secondsBefore = 2): Entry[] =>
    TITLES.map((title, index) => {
      const url = `https://weather.example/story.php?id=${index}&session=${visits}f`
      const summaryHtml = `<p>${title}: what the office of the port said of it on its own page, in one sentence.</p>`
      const publishedAt = NOW + visits * DAY_MS - secondsBefore * 1_000 + index
      return anEntry({ guid: url, url, title, summaryHtml, contentHtml: undefined, publishedAt })
    })

  it('shows each of them once, though links and guids are others at each visit', async () => {
    for (const visits of [0, 1, 3, 8])
      await world.visitingAt(NOW + visits * DAY_MS, WEATHER, read(listed(visits)))

    expect((await world.titles()).toSorted()).toEqual(TITLES.toSorted())
    expect((await world.items()).map(({ publishedAt }) => publishedAt)).toEqual([NOW, NOW, NOW])
  })

  it.each([
    ['they are older', listed(0, 600)],
    ['they are few', listed(0).slice(0, 2)],
    [
      'they come every 20 seconds',
      listed(0).map((entry, at) => ({ ...entry, publishedAt: NOW - (10 + 20 * at) * SECOND_MS })),
    ],
    ['one of them is older', [...listed(0), ...listed(0, 3_600)]],
  ])('is believed where %s', async (_, entries) => {
    await world.visitingAt(NOW, WEATHER, read(entries))

    expect((await world.items()).every(({ publishedAt }) => publishedAt < NOW)).toBe(true)
  })
})

describe('an entry without a link of its own', () => {
  const audio = (name: string) => ({
    url: `https://media.example/${name}.mp3`,
    mimeType: 'audio/mpeg',
    bytes: 5_368_709_120,
  })
  const picture = { url: 'https://media.example/cover.jpg', mimeType: 'image/jpeg', bytes: null }
  const HOME = 'https://weather.example/'
  const cases: [string, Partial<Entry>, string][] = [
    ['its recording', { enclosures: [picture, audio('one')] }, 'https://media.example/one.mp3'],
    [
      'its recording rather than its guid',
      { guid: 'https://weather.example/?p=1', enclosures: [audio('one')] },
      'https://media.example/one.mp3',
    ],
    [
      'its guid rather than its picture',
      { guid: 'https://weather.example/?p=1', enclosures: [picture] },
      'https://weather.example/?p=1',
    ],
    ['its guid', { guid: 'https://weather.example/?p=1' }, 'https://weather.example/?p=1'],
    ['its only file', { enclosures: [picture] }, 'https://media.example/cover.jpg'],
    [
      'its recording, where its link is the site',
      { url: HOME, enclosures: [audio('one')] },
      'https://media.example/one.mp3',
    ],
    [
      'its recording, where its link is the site in other words',
      { url: 'http://www.weather.example', enclosures: [audio('one')] },
      'https://media.example/one.mp3',
    ],
    ['the site, if it has nothing else', { guid: 'tag:weather.example,2026:1' }, HOME],
    ['the site, where the guid is the site too', { guid: 'https://weather.example' }, HOME],
    [
      'the part of the site that it links to',
      { url: `${HOME}#one`, enclosures: [audio('one')] },
      `${HOME}#one`,
    ],
  ]

  it.each(cases)('has as its address %s, and is found by it', async (_, entry, url) => {
    await showsWithSite(WEATHER, HOME, [anEntry({ guid: 'one', url: undefined, title: 'One', ...entry })])

    const [item] = await world.items('newest')
    expect(item?.url).toBe(url)
    expect(await world.store.findItemIdsByUrl(url)).toEqual([item?.id])
  })

  it('shares the site with others: the site finds the newest first, and each file its own', async () => {
    const episodes = [1, 2, 3].map((day) => forecast(day, { url: HOME, enclosures: [audio(String(day))] }))
    await showsWithSite(WEATHER, HOME, episodes)
    await showsWithSite(WEATHER, HOME, [...episodes, forecast(4, { url: undefined })])

    const items = await world.items('newest')
    expect(items.map(({ title }) => title)).toEqual([4, 3, 2, 1].map((day) => `Forecast for day ${day}`))
    expect(await world.store.findItemIdsByUrl('http://www.weather.example')).toEqual(
      items.map(({ id }) => id),
    )
    for (const { id, url } of items) expect(await world.store.findItemIdsByUrl(url)).toEqual([id])
  })
})

describe('entries that share a link', () => {
  const listed = (count: number, guid: (index: number) => string): Entry[] =>
    [...Array(count).keys()].map((index) =>
      anEntry({ guid: guid(index), url: 'https://weather.example/news', title: `Storm ${index}` }),
    )

  it.each<[string, Entry[], string]>([
    ['their guids', listed(3, (index) => `https://weather.example/news/${index}`), '/news/0'],
    [
      'it, where it may be that of an article',
      listed(2, (index) => `https://weather.example/news/${index}`),
      '/news',
    ],
    ['it, where all have one guid', listed(3, () => 'https://weather.example/feed'), '/news'],
    [
      'it, where their guids are at another publisher',
      listed(3, (index) => `https://talks.example/${index}`),
      '/news',
    ],
  ])('have as addresses %s', async (_, entries, path) => {
    await shows(WEATHER, entries)

    const urls = (await world.items()).map(({ url }) => url)
    expect(urls).toContain(`https://weather.example${path}`)
    expect(urls).toHaveLength(entries.length)
  })

  it('are the articles to which other sources link, also those that came alone before', async () => {
    const entries = listed(3, (index) => `https://weather.example/news/${index}`)
    await shows(WEATHER, entries.slice(0, 1))
    await shows(WEATHER, entries)

    await shows(COAST, [anEntry({ guid: 'x', url: 'https://weather.example/news/0', title: 'Storm 0' })])

    expect(await world.titles()).toHaveLength(3)
  })
})

describe('entries that lose the addresses of their own', () => {
  const HOME = 'https://weather.example/'
  const entries = (changes: Partial<Entry>): Entry[] =>
    ['a', 'b', 'c'].map((name) =>
      anEntry({ guid: name, url: `${HOME}${name}`, title: `Storm ${name}`, publishedAt: NOW, ...changes }),
    )

  it.each<[string, Partial<Entry>]>([
    ['no links', { url: undefined }],
    ['the site as their link', { url: HOME }],
    ['one link for all', { url: `${HOME}login` }],
  ])('keep these where the feed has %s, also when it changes again', async (_, changes) => {
    await showsWithSite(WEATHER, HOME, entries({}))

    await showsWithSite(WEATHER, HOME, entries(changes))
    await showsWithSite(WEATHER, HOME, entries({ ...changes, summaryHtml: 'It is over.' }))

    const items = await world.items('oldest')
    expect(items.map(({ url }) => url)).toEqual(['c', 'b', 'a'].map((name) => `${HOME}${name}`))
    expect(items.map(({ summary }) => summary)).toEqual(Array.from({ length: 3 }, () => 'It is over.'))
  })

  it.each<[string, Partial<Entry>, string]>([
    [
      'another recording',
      { url: undefined, enclosures: [{ url: `${HOME}x.mp3`, mimeType: 'audio/mpeg', bytes: 1 }] },
      `${HOME}x.mp3`,
    ],
    ['a part of a page', { url: `${HOME}all#x` }, `${HOME}all#x`],
  ])('move where they have %s', async (_, changes, url) => {
    await showsWithSite(WEATHER, HOME, entries({}).slice(0, 1))

    await showsWithSite(WEATHER, HOME, entries(changes).slice(0, 1))

    expect((await world.items('oldest')).map((item) => item.url)).toEqual([url])
  })
})

describe('an entry that loses its text', () => {
  const entry = (changes: Partial<Entry>): Entry =>
    anEntry({ guid: 'a', url: 'https://weather.example/a', title: 'Storm', publishedAt: NOW, ...changes })
  const text = { summaryHtml: 'It is over.', contentHtml: '<p>It is over. The sea is calm again.</p>' }

  it('keeps it while nothing else is said, and is no edition when the text is back', async () => {
    await shows(WEATHER, [entry(text)])

    for (const changes of [{}, { tags: ['Sea'] }]) await shows(WEATHER, [entry(changes)])
    const [without] = await world.items()
    await shows(WEATHER, [entry(text)])
    const [back] = await world.items()
    await shows(WEATHER, [entry({ summaryHtml: 'It is over at last.' })])
    const [edited] = await world.items()

    expect([without, back, edited].map((item) => item?.summary)).toEqual([
      'It is over.',
      'It is over.',
      'It is over at last.',
    ])
    expect([without, back, edited].map((item) => item?.updatedAt)).toEqual([null, null, NOW])
  })

  it.each<[string, Partial<Entry>, object]>([
    ['another title', { title: 'Storm over' }, { title: 'Storm over', summary: '' }],
    ['a picture', { contentHtml: '<img src="https://weather.example/a.jpg">' }, { summary: '' }],
  ])('loses it where it has %s', async (_, changes, expected) => {
    await shows(WEATHER, [entry(text)])

    await shows(WEATHER, [entry(changes)])

    expect(await world.items()).toMatchObject([expected])
  })

  it('that has none changes its time', async () => {
    await shows(WEATHER, [entry({})])

    await shows(WEATHER, [entry({ publishedAt: NOW - HOUR_MS })])

    expect(await world.items()).toMatchObject([{ publishedAt: NOW - HOUR_MS }])
  })
})

describe('an entry that has less of its text than before', () => {
  const WHOLE =
    'The ferry hit the pier in strong wind. Nobody was hurt, the police said, and the harbour was open again at noon. Divers look at the hull today.'
  const entry = (summary: string, content: string | undefined, changes: Partial<Entry> = {}): Entry =>
    anEntry({
      guid: 'a',
      url: 'https://weather.example/a',
      title: 'Ferry hits pier',
      summaryHtml: summary,
      contentHtml: content,
      publishedAt: NOW,
      ...changes,
    })
  const whole = entry('A ferry had bad luck in the harbour on Friday.', `<p>${WHOLE}</p>`)

  it.each<[string, Entry]>([
    ['its summary alone', entry('A ferry had bad luck in the harbour on Friday.', undefined)],
    [
      'its summary and a link',
      entry('A ferry had bad luck in the harbour on Friday. <a href="/a">Go on</a>', undefined),
    ],
    [
      'most of it, and says that there is more',
      entry(`${WHOLE.slice(0, 112)} [&#8230;] <a href="/a">Continue reading</a>`, undefined),
    ],
  ])('keeps it where the document has %s, also with other tags', async (_, teaser) => {
    await shows(WEATHER, [whole])

    for (const changes of [{}, { tags: ['Sea'] }]) await shows(WEATHER, [{ ...teaser, ...changes }])

    const [item] = await world.items()
    expect(item).toMatchObject({
      summary: 'A ferry had bad luck in the harbour on Friday.',
      updatedAt: null,
      tags: ['Sea'],
    })
    expect((await world.store.findArticle(item?.id ?? 0))?.contentText).toBe(WHOLE)
  })

  it('keeps it under another title, which is an edit', async () => {
    await shows(WEATHER, [whole])

    await shows(WEATHER, [
      entry('A ferry had bad luck in the harbour on Friday.', undefined, { title: 'Ferry rams pier' }),
    ])

    const [item] = await world.items()
    expect(item).toMatchObject({ title: 'Ferry rams pier', updatedAt: NOW })
    expect((await world.store.findArticle(item?.id ?? 0))?.contentText).toBe(WHOLE)
  })

  const long = (sentences: number, more = ''): Entry =>
    entry(
      '',
      `<p>${Array.from({ length: sentences }, (_, n) => `Diver ${n} has seen the hull of the ferry.`).join(' ')}</p>${more}`,
    )

  it.each<[string, Entry]>([
    ['its beginning', long(10)],
    ['its beginning, and a word to those who do not pay', long(10, '<p>This is for subscribers.</p>')],
  ])('keeps a long one where the document has %s', async (_, teaser) => {
    await shows(WEATHER, [long(60)])

    await shows(WEATHER, [teaser])

    const [item] = await world.items()
    expect((await world.store.findArticle(item?.id ?? 0))?.contentText).toMatch(/Diver 59 .*ferry\.$/)
  })

  it.each<[string, Entry, Entry?]>([
    [
      'its first sentence alone, as a list of what is current',
      entry('', '<p>Storm on the coast.</p>'),
      entry('', '<p>Storm on the coast. Flood at the river. Ice on roads.</p>'),
    ],
    ['most of a long text', long(40), long(60)],
    ['other words', entry('The ferry was late.', undefined)],
    [
      'what is left after a correction',
      entry('', `<p>${WHOLE.slice(0, 112)} The police know of no divers.</p>`),
    ],
    [
      'it without its last sentence, and an ellipsis of its own',
      entry('', '<p>It was loud … and wet. The ferry hit the pier.</p>'),
      entry('', '<p>It was loud … and wet. The ferry hit the pier. No one was hurt.</p>'),
    ],
    ['it without its last sentence', entry('', `<p>${WHOLE.slice(0, 112)}</p>`)],
    [
      'a word about it',
      entry('', '<p>The ferry hit the pier. This report was wrong, and we have taken it back.</p>'),
    ],
  ])('changes where it has %s', async (_, changed, before = whole) => {
    await shows(WEATHER, [before])

    await shows(WEATHER, [changed])

    const [item] = await world.items()
    expect(item?.updatedAt).toBe(NOW)
    expect((await world.store.findArticle(item?.id ?? 0))?.contentText).not.toBe(WHOLE)
  })
})

describe('an entry whose old and new texts come in turns', () => {
  const entry = (summaryHtml: string): Entry =>
    anEntry({ guid: 'a', url: 'https://weather.example/a', title: 'Storm', summaryHtml, publishedAt: NOW })

  it('is edited by the new one, and has the text that it was shown with last', async () => {
    let at = NOW
    const sizes: number[] = []
    for (const text of ['Old.', 'New.', 'Old.', 'New.', 'Newest.', 'Old.', 'New.', 'Newest.']) {
      const { edited } = await world.visitingAt((at += HOUR_MS), WEATHER, read([entry(text)]))
      const [item] = await world.items()
      expect(item?.summary).toBe(text)
      sizes.push(edited)
    }

    expect(sizes).toEqual([0, 1, 0, 0, 1, 0, 0, 0])
    expect(await world.items()).toMatchObject([{ updatedAt: NOW + 5 * HOUR_MS }])
  })

  it('is edited again by a text that comes back a day later', async () => {
    await world.visitingAt(NOW, WEATHER, read([entry('No warning.')]))
    await world.visitingAt(NOW + HOUR_MS, WEATHER, read([entry('Storm warning.')]))

    await world.visitingAt(NOW + HOUR_MS + DAY_MS, WEATHER, read([entry('No warning.')]))

    expect(await world.items()).toMatchObject([{ updatedAt: NOW + HOUR_MS + DAY_MS }])
  })
})

describe('one address for one article after the other', () => {
  it('keeps each of them, however many the document shows at once', async () => {
    const visits = [[1], [2], [2, 3], [3], [4, 3], [4], [4]]

    for (const days of visits)
      await shows(
        WEATHER,
        days.map((day) => forecast(day)),
      )

    expect(await world.titles('oldest')).toEqual([1, 2, 3, 4].map((day) => `Forecast for day ${day}`))
  })

  it('edits the one that the guid tells', async () => {
    await shows(WEATHER, [forecast(1)])
    await shows(WEATHER, [forecast(2)])

    await shows(WEATHER, [forecast(2, { title: 'Forecast for day 2, corrected' })])
    await shows(WEATHER, [
      forecast(2, { title: 'Forecast for day 2, corrected' }),
      forecast(1, { title: 'Past' }),
    ])

    expect(await world.titles('oldest')).toEqual(['Past', 'Forecast for day 2, corrected'])
  })

  it('knows them from another feed of the same site too', async () => {
    for (const day of [1, 2]) for (const source of [WEATHER, COAST]) await shows(source, [forecast(day)])

    expect((await world.items('oldest')).map(({ title, alsoIn }) => [title, alsoIn])).toEqual([
      ['Forecast for day 1', ['coast']],
      ['Forecast for day 2', ['coast']],
    ])
  })

  it.each<[string, Partial<Entry>]>([
    ['its guid stayed', { guid: 'forecast-1' }],
    ['it has no guid', { guid: undefined }],
    ['its guid counts versions of the address', { guid: 'http://weather.example/today#2' }],
    ['its guid counts versions in a parameter', { guid: 'https://www.weather.example/today?version=2' }],
    ['its title stayed', { title: 'Forecast for Day 1' }],
    ['it is hours later', { publishedAt: NOW - 9 * DAY_MS + 11 * HOUR_MS }],
    ['it has no time', { publishedAt: undefined }],
    ['its guid is that of a discussion', { commentsUrl: 'https://hn.example/item?id=2' }],
  ])('edits the one that is known where %s', async (_, changes) => {
    await shows(WEATHER, [forecast(1)])

    await shows(WEATHER, [forecast(2, changes)])

    expect(await world.titles('oldest')).toHaveLength(1)
  })
})

describe('one guid for one article after the other', () => {
  const NAMES = ['Eel', 'Dab', 'Cod', 'Bass', 'Ayu']
  /** An article that the feed gives this guid. */
  const article = (name: string, guid: string, isDated: boolean): Entry =>
    anEntry({
      guid,
      url: `https://coast.example/${name}`,
      title: `${name} is back`,
      summaryHtml: `The first ${name} was caught off the pier.`,
      publishedAt: isDated ? NOW - (NAMES.indexOf(name) + 1) * HOUR_MS : undefined,
    })

  describe.each([
    ['with times', true],
    ['without times', false],
  ])('%s', (_, isDated) => {
    const latest = (name: string) => [article(name, 'latest', isDated)]
    const window = (from: number) =>
      NAMES.slice(from, from + 3).map((name, index) => article(name, `position ${index}`, isDated))

    it('keeps each of them where the guid never changes', async () => {
      for (const name of NAMES) for (const again of [name, name]) await shows(COAST, latest(again))

      expect(await world.titles('oldest')).toHaveLength(5)
    })

    it('keeps each of them where the guid is the position in the document', async () => {
      for (const from of [2, 1, 1, 0, 0]) await shows(COAST, window(from))

      const items = await world.items('oldest')
      expect(new Map(items.map(({ title, url }) => [title, url]))).toEqual(
        new Map(NAMES.map((name) => [`${name} is back`, `https://coast.example/${name}`])),
      )
      expect(items.map(({ updatedAt }) => updatedAt)).toEqual([null, null, null, null, null])
    })

    it('counts the source for each of them where another source was first', async () => {
      for (const name of NAMES) {
        await shows(WEATHER, [article(name, name, isDated)])
        await shows(COAST, latest(name))
      }

      expect((await world.items('oldest')).map(({ alsoIn }) => alsoIn)).toEqual(NAMES.map(() => ['coast']))
    })
  })

  it('keeps each of a column of one title, by its times, though they are those of updates', async () => {
    for (const name of ['Cod', 'Dab', 'Eel']) {
      const { publishedAt, ...entry } = article(name, 'latest', true)
      await shows(COAST, [{ ...entry, title: 'Catch of the day', publishedAt, updatedAt: publishedAt }])
    }

    expect((await world.items('oldest')).map(({ url }) => url)).toEqual(
      ['Cod', 'Dab', 'Eel'].map((name) => `https://coast.example/${name}`),
    )
  })

  it('edits the one whose address and words change', async () => {
    await shows(COAST, [article('Cod', 'cod', true)])
    await shows(COAST, [
      { ...article('Cod', 'cod', true), url: 'https://coast.example/new', title: 'Cod is here' },
    ])

    expect((await world.items('oldest')).map(({ url, title }) => [url, title])).toEqual([
      ['https://coast.example/new', 'Cod is here'],
    ])
  })
})

/** A note of a page of changes, which is the only one in its document. */
function note(version: number, changes: Partial<Entry> = {}): Entry {
  const url = `https://coast.example/changes#v${version}`
  return anEntry({
    guid: url,
    url,
    title: `Version ${version}`,
    summaryHtml: `Has part ${version}.`,
    ...changes,
  })
}

describe('parts of one page, one after the other', () => {
  it('are articles of their own', async () => {
    for (const version of [1, 2, 2, 3]) await shows(COAST, [note(version)])
    await shows(COAST, [note(3, { title: 'Version 3, corrected' })])
    await shows(COAST, [note(3, { title: 'Version 3, corrected' }), note(2, { title: 'Version 2, too' })])

    expect((await world.items('oldest')).map(({ title, url }) => [title, url])).toEqual([
      ['Version 1', 'https://coast.example/changes#v1'],
      ['Version 2, too', 'https://coast.example/changes#v2'],
      ['Version 3, corrected', 'https://coast.example/changes#v3'],
    ])
  })

  it.each<[string, Partial<Entry>, Partial<Entry>]>([
    ['the title stayed', {}, { title: 'Version 1' }],
    ['the guid stayed', { guid: 'one' }, { guid: 'one' }],
    ['the guid is missing', { guid: undefined }, { guid: undefined }],
    ['one is the whole page', { url: 'https://coast.example/changes' }, {}],
  ])('are one article where %s', async (_, first, second) => {
    await shows(COAST, [note(1, first)])

    await shows(COAST, [note(2, second)])

    expect(await world.titles('oldest')).toHaveLength(1)
  })
})

describe('articles that get other addresses and guids', () => {
  const published = NOW - HOUR_MS - 7 * MINUTE_MS
  const before = anEntry({
    guid: 'https://old.example/?p=7',
    url: 'https://old.example/7',
    title: 'Bridge opens',
  })
  const after = anEntry({
    guid: 'https://new.example/?p=7',
    url: 'https://new.example/bridge',
    title: 'Bridge opens',
  })

  it('are known by their title and the very time', async () => {
    await shows(WEATHER, [{ ...before, publishedAt: published }])

    await shows(WEATHER, [{ ...after, publishedAt: published }])
    await shows(WEATHER, [{ ...after, publishedAt: published }])

    expect((await world.items('oldest')).map(({ url, updatedAt }) => [url, updatedAt])).toEqual([
      ['https://new.example/bridge', null],
    ])
    expect(await world.store.findItemIdsByUrl('https://old.example/7')).toEqual(
      await world.store.findItemIdsByUrl('https://new.example/bridge'),
    )
  })

  it.each([
    ["Don't sail", 'Don’t sail'],
    ['Ports "R" us - a list', '“Ports” R us – a list'],
  ])('are known by the words of their title, whatever signs stand between them: %s', async (old, title) => {
    await shows(WEATHER, [{ ...before, title: old, publishedAt: published }])

    await shows(WEATHER, [{ ...after, title, publishedAt: published }])

    expect(await world.titles('oldest')).toEqual([title])
  })

  it.each<[string, Partial<Entry>, Partial<Entry>]>([
    [
      'of a longer title',
      { publishedAt: published },
      { publishedAt: published, title: 'Bridge opens again' },
    ],
    ['of another time', { publishedAt: published }, { publishedAt: published + 1_000 }],
    ['of one day', { publishedAt: Date.UTC(2026, 4, 4) }, { publishedAt: Date.UTC(2026, 4, 4) }],
    ['without times', {}, {}],
    ['of another title', { publishedAt: published }, { publishedAt: published, title: 'Bridge closes' }],
  ])('are others where they are %s', async (_, old, changes) => {
    await shows(WEATHER, [{ ...before, ...old }])

    await shows(WEATHER, [{ ...after, ...changes }])

    expect(await world.titles('oldest')).toHaveLength(2)
  })

  const LONG =
    'The first cars crossed the new bridge over the river at noon. The old one, which was built in 1921 for trams and carts, stays open to people on foot and on bicycles until it is mended, and the ferry goes on until the end of the year, as the council decided on Monday.'

  it.each<[string, Partial<Entry>, number]>([
    ['a long text', {}, 1],
    ['another text', { summaryHtml: `${LONG} It is closed again.` }, 2],
    ['another day', { publishedAt: Date.UTC(2026, 4, 2) }, 2],
  ])('of one day and title beside known ones, with %s, are so many: %#', async (_, changes, count) => {
    const day = { publishedAt: Date.UTC(2026, 4, 3), summaryHtml: LONG }
    const known = anEntry({ guid: 'k', url: 'https://old.example/k', title: 'Known' })
    await shows(WEATHER, [{ ...before, ...day }, known])

    await shows(WEATHER, [{ ...after, ...day, ...changes }, known])

    expect(await world.titles('oldest')).toHaveLength(count + 1)
  })

  it('are known by long titles alone, if the whole document has others', async () => {
    const title = 'The council decides on the new bridge over the river'
    await shows(WEATHER, [{ ...before, title }])

    await shows(WEATHER, [{ ...after, title }, anEntry({ guid: 'n', url: 'https://new.example/n' })])

    expect(await world.titles('oldest')).toHaveLength(2)
  })

  const TEXT = 'The first cars crossed the new bridge over the river at noon.'
  it.each<[string, Partial<Entry>, Partial<Entry>]>([
    ['the text, where there are no times', { summaryHtml: TEXT }, { summaryHtml: TEXT }],
    [
      'the day and the text',
      { summaryHtml: TEXT, publishedAt: Date.UTC(2026, 4, 3) },
      { summaryHtml: TEXT, publishedAt: Date.UTC(2026, 4, 3) },
    ],
    ['the path', { url: 'https://old.example/bridge?id=7' }, { url: 'http://new.example/bridge/?id=7' }],
    [
      'the text, where each document has other addresses',
      { summaryHtml: TEXT, guid: undefined, url: 'https://old.example/show?id=7&sid=12ab' },
      { summaryHtml: TEXT, guid: undefined, url: 'https://old.example/show?id=7&sid=34cd' },
    ],
  ])('are known by their title and %s, if the whole document has others', async (_, old, changes) => {
    await shows(WEATHER, [{ ...before, ...old }])
    const [first] = await world.items('oldest')

    await shows(WEATHER, [{ ...after, ...changes }, anEntry({ guid: 'n', url: 'https://new.example/n' })])
    await shows(WEATHER, [{ ...after, ...changes }, anEntry({ guid: 'n', url: 'https://new.example/n' })])

    const items = await world.items('oldest')
    expect(items).toHaveLength(2)
    expect(items.find(({ id }) => id === first?.id)).toMatchObject({
      publishedAt: first?.publishedAt,
      updatedAt: null,
    })
  })

  it.each<[string, Partial<Entry>, Partial<Entry>]>([
    ['another text', { summaryHtml: TEXT }, { summaryHtml: `${TEXT} It is closed again.` }],
    ['a short text', { summaryHtml: 'More soon.' }, { summaryHtml: 'More soon.' }],
    [
      'another day',
      { summaryHtml: TEXT, publishedAt: Date.UTC(2026, 4, 3) },
      { summaryHtml: TEXT, publishedAt: Date.UTC(2026, 4, 4) },
    ],
    ['the site as their address', { url: 'https://old.example/' }, { url: 'https://new.example/' }],
  ])('are others where they have no times, and have %s', async (_, old, changes) => {
    await shows(WEATHER, [{ ...before, ...old }])

    await shows(WEATHER, [{ ...after, ...changes }])

    expect(await world.titles('oldest')).toHaveLength(2)
  })

  const STATED = published - DAY_MS
  /** The articles of a site, before and after it moved. */
  const site = (titles: readonly string[], host: string, publishedAt?: number): Entry[] =>
    titles.map((title, index) => {
      const url = `https://${host}/${index}`
      return anEntry({ guid: url, url, title, summaryHtml: `${title}: ${TEXT}`, publishedAt })
    })

  it.each<[string, number | undefined, number | undefined, number]>([
    ['in another zone', STATED, STATED + 2 * HOUR_MS, STATED],
    ['without seconds', STATED + 7_000, STATED, STATED],
    ['as the day alone', STATED, STATED - (STATED % DAY_MS), STATED],
    ['with the time of the day', STATED - (STATED % DAY_MS), STATED, STATED - (STATED % DAY_MS)],
    ['for the first time', undefined, STATED, STATED],
  ])('are known by title and text where all have other times too: %s', async (_, old, changed, kept) => {
    const titles = ['Bridge opens', 'Ferry ends', 'Trams return']
    await shows(WEATHER, site(titles, 'old.example', old))

    await shows(WEATHER, site(['News', ...titles], 'new.example', changed))

    expect((await world.titles()).toSorted()).toEqual(['Bridge opens', 'Ferry ends', 'News', 'Trams return'])
    const items = (await world.items()).filter(({ title }) => title !== 'News')
    expect(new Set(items.map(({ publishedAt }) => publishedAt))).toEqual(new Set([kept]))
  })

  it.each<[string, readonly string[], number]>([
    ['they are two', ['Bridge opens', 'Ferry ends'], STATED + HOUR_MS],
    ['they have one title', ['Bulletin', 'Bulletin', 'Bulletin'], STATED + HOUR_MS],
    ['they are later issues', ['Bridge opens', 'Ferry ends', 'Trams return'], STATED + 12 * HOUR_MS],
  ])('are others with other times where %s', async (_, titles, changed) => {
    await shows(WEATHER, site(titles, 'old.example', STATED))

    await shows(WEATHER, site(titles, 'new.example', changed))

    expect(await world.titles()).toHaveLength(2 * titles.length)
  })

  it('are others where they have no times, and the document shows a known one', async () => {
    const old = anEntry({ guid: 'o', url: 'https://old.example/o', title: 'Old' })
    await shows(WEATHER, [{ ...before, summaryHtml: TEXT }, old])

    await shows(WEATHER, [{ ...after, summaryHtml: TEXT }, old])

    expect(await world.titles('oldest')).toHaveLength(3)
  })

  it('are others where the document still shows those before, or another source did', async () => {
    const [one, other] = [before, after].map((entry) => ({ ...entry, publishedAt: published }))
    await shows(WEATHER, [one ?? before])

    await shows(WEATHER, [one ?? before, other ?? after])
    await shows(COAST, [anEntry({ ...other, guid: 'c', url: 'https://coast.example/bridge' })])

    expect(await world.titles('oldest')).toHaveLength(3)
  })
})

/** A visit that finds a document of these entries. */
async function shows(source: Source, entries: readonly Entry[]): Promise<void> {
  await world.visiting(source, read(entries))
}

/** The same for a feed that names its site. */
async function showsWithSite(source: Source, siteUrl: string, entries: readonly Entry[]): Promise<void> {
  const document = read(entries)
  await world.visiting(source, { ...document, feed: { ...document.feed, siteUrl } })
}
