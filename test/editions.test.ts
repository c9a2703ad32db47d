import { describe, expect, it } from 'vitest'
import { DAY_MS, type EpochMs, HOUR_MS } from '../src/model/time.ts'
import { openSingleRuns, pubDate, rssOf, START } from './single-runs.ts'

const VISITS = [0, 30, 60, 89, 91, 95]

function dayOf(at: EpochMs): number {
  return (at - START) / DAY_MS
}

/** A board that says something else at each visit, at one address. */
const board = (at: EpochMs): Parts => ({
  title: `<title>Board of day ${dayOf(at)}</title>`,
  link: '<link>http://paper.example/board</link>',
  guid: '<guid isPermaLink="false">board</guid>',
  date: pubDate(at - HOUR_MS),
  text: `<description>Words of day ${dayOf(at)}.</description>`,
})

interface Parts {
  readonly title: string
  readonly link: string
  readonly guid: string
  readonly date: string
  readonly text: string
}

const OLD_DATE = pubDate(START - 400 * DAY_MS)

describe('a source that publishes new editions at one address is shown as long as it does', () => {
  it.each<readonly [string, (at: EpochMs) => Partial<Parts>]>([
    ['with all there can be', () => ({})],
    ['without a guid', () => ({ guid: '' })],
    ['without a link', () => ({ link: '' })],
    ['without link and guid', () => ({ link: '', guid: '' })],
    ['without a date', () => ({ date: '' })],
    ['under one old date', () => ({ date: OLD_DATE })],
    [
      'with a guid of its own for each',
      (at) => ({ guid: `<guid>http://paper.example/board#${dayOf(at)}</guid>` }),
    ],
    ['under one title', () => ({ title: '<title>Board</title>' })],
    ['under one title without a date', () => ({ title: '<title>Board</title>', date: '' })],
    [
      'with one text, dated anew',
      () => ({ title: '<title>Board</title>', text: '<description>Open.</description>' }),
    ],
    ['in the title alone', () => ({ text: '<description>Open.</description>', date: '' })],
    [
      'in pictures alone',
      (at) => ({
        title: '<title>Board</title>',
        date: '',
        text: `<description>&lt;img src="http://paper.example/${dayOf(at)}.png"&gt;</description>`,
      }),
    ],
  ])('%s', async (_, changes) => {
    const publish = (at: EpochMs): string => rssOf(Object.values({ ...board(at), ...changes(at) }).join(''))
    const runs = await openSingleRuns([{ publish }])

    const titles = await runs.titlesAt(...VISITS)

    const expected =
      changes(START).title === undefined ? VISITS.map((day) => `Board of day ${day}`) : undefined
    expect(titles.map((shown) => shown[0])).toEqual(expected ?? VISITS.map(() => 'Board'))
  })

  it('with the date of the edition', async () => {
    const runs = await openSingleRuns([{ publish: (at) => rssOf(Object.values(board(at)).join('')) }])
    for (const day of VISITS) await runs.run(day)

    const { items } = await runs.run(120)

    expect(items.map(({ publishedAt }) => dayOf(publishedAt))).toEqual([120 - 1 / 24])
  })

  it.each([
    ['with its own date', pubDate(START + 94 * DAY_MS), START + 94 * DAY_MS],
    ['without a date', '', START + 95 * DAY_MS],
    ['under its old date', OLD_DATE, START - 400 * DAY_MS],
  ])('also a release that is made anew after it was away, %s', async (_, date, publishedAt) => {
    const release = (text: string, dated: string): string =>
      rssOf(`<title>v7</title><link>http://paper.example/v7</link>${dated}<description>${text}</description>`)
    const publish = (at: EpochMs): string => {
      if (dayOf(at) === 0) return release('First.', date === '' ? '' : OLD_DATE)
      return dayOf(at) < 95 ? rssOf() : release('Made anew.', date)
    }
    const runs = await openSingleRuns([{ publish }])
    expect(await runs.titlesAt(0, 50, 92)).toEqual([['v7'], ['v7'], []])

    const { items } = await runs.run(95)

    expect(items).toMatchObject([{ title: 'v7', publishedAt, summary: 'Made anew.' }])
  })

  it('also the next edition of one that says the same for longer than items are kept', async () => {
    const publish = (at: EpochMs): string =>
      rssOf(
        `<title>Board</title><link>/board</link><description>${dayOf(at) < 200 ? 'Closed' : 'Open'}</description>`,
      )
    const runs = await openSingleRuns([{ publish }])

    expect(await runs.titlesAt(0, 91, 150, 200)).toEqual([['Board'], [], [], ['Board']])
  })
})

describe('what is old and unchanged does not come back', () => {
  const article = (name: string, parts: string): string =>
    `<title>${name}</title><link>http://paper.example/${name}</link>${parts}<description>Text of ${name}.</description>`
  const at400 = pubDate(START - 400 * DAY_MS)
  const none = VISITS.map((day) => (day < 91 ? ['Old'] : []))

  it.each<readonly [string, (at: EpochMs) => string]>([
    ['of an archive that lists it for ever', () => article('Old', at400)],
    ['of a feed without dates', () => article('Old', '')],
    ['that was young when it was first seen', () => article('Old', pubDate(START - HOUR_MS))],
    ['under a guid of its own in each document', (at) => article('Old', `${at400}<guid>${at}</guid>`)],
    [
      'under a link that counts where it was found',
      (at) => article('Old', at400).replace('/Old<', `/Old?utm_source=${at}<`),
    ],
    [
      'with another number of comments in each document',
      (at) =>
        article(
          'Old',
          `${at400}<slash:comments xmlns:slash="http://purl.org/rss/1.0/modules/slash/">${dayOf(at)}</slash:comments>`,
        ),
    ],
    [
      'with another markup and other signatures of its pictures in each document',
      (at) =>
        article('Old', at400).replace(
          'Text of Old.',
          `&lt;p class="c${dayOf(at)}"&gt;Text &lt;img src="http://paper.example/a.png?sig=${dayOf(at)}"&gt;`,
        ),
    ],
    ['with a date a few hours ahead', () => article('Old', pubDate(START + 9 * HOUR_MS))],
    ['of a feed that is written anew with each visit', (at) => article('Old', at400) + `<!-- ${at} -->`],
  ])('%s', async (_, old) => {
    const runs = await openSingleRuns([
      { publish: (at) => rssOf(old(at), article(`new-${at}`, pubDate(at))) },
    ])

    const titles = await runs.titlesAt(...VISITS, 91.1, 180, 182, 271)

    expect(titles.map((shown) => shown.filter((title) => title === 'Old'))).toEqual([...none, [], [], [], []])
  })

  it('of two feeds that show it in different words, nor for one that shows it first when it is old', async () => {
    const feed = (text: string) => (at: EpochMs) =>
      rssOf(article('Old', '').replace('Text of Old.', text), article(`new-${at}`, pubDate(at)))
    const late = (at: EpochMs): string => (dayOf(at) < 91 ? rssOf() : feed('A third.')(at))
    const runs = await openSingleRuns([
      { publish: feed('All of it.') },
      { publish: feed('A part.') },
      { publish: late },
    ])

    const titles = await runs.titlesAt(...VISITS, 100, 181)

    expect(titles.map((shown) => shown.includes('Old'))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('because its source has more than are kept of one', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `n${index}`)
    const dated = (at: EpochMs): string[] =>
      names.map((name, index) => article(name, pubDate(START - index * HOUR_MS)) + `<!-- ${at} -->`)
    const runs = await openSingleRuns([{ publish: (at) => rssOf(...dated(at)) }], { maxItemsPerSource: 3 })

    const titles = await runs.titlesAt(0, 1, 2, 3)

    expect(titles).toEqual([0, 1, 2, 3].map(() => ['n0', 'n1', 'n2']))
  })
})
