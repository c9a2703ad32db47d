import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../model/time.ts'
import { readFeed } from './feed/read.ts'
import { emptyEntry } from './kind.ts'
import { MAX_ENTRIES, newest } from './newest.ts'
import { readSitemap } from './sitemap/read-sitemap.ts'
import { retainedOf } from './visit.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
/** Ages in hours; `undefined` for an entry without a date. */
type Ages = readonly (number | undefined)[]

const risingTo = (size: number): Ages => Array.from({ length: size }, (_, index) => size - 1 - index)

const rss = (ages: Ages): string =>
  `<rss><channel><title>x</title>${ages
    .map((age, index) => `<item><title>${index}</title>${dated('pubDate', age)}</item>`)
    .join('')}</channel></rss>`
const atom = (ages: Ages): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>${ages
    .map((age, index) => `<entry><title>${index}</title>${dated('updated', age)}</entry>`)
    .join('')}</feed>`
const json = (ages: Ages): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'x',
    items: ages.map((age, index) => ({ id: `${index}`, title: `${index}`, date_published: timeOf(age) })),
  })

function timeOf(age: number | undefined): string | undefined {
  return age === undefined ? undefined : new Date(NOW - age * HOUR_MS).toISOString()
}

function dated(name: string, age: number | undefined): string {
  const time = timeOf(age)
  return time === undefined ? '' : `<${name}>${time}</${name}>`
}

function reading(document: string) {
  const read = readFeed(Buffer.from(document), undefined, 'https://paper.example/')
  if (read.kind !== 'feed') throw new Error(read.kind)
  return { listed: read.listed, titles: read.entries.map(({ title }) => Number(title)) }
}

describe('a document of more entries than are read', () => {
  it.each([
    ['RSS', rss],
    ['Atom', atom],
    ['JSON Feed', json],
  ] as const)('gives the newest ones, wherever they stand: %s', (_, write) => {
    const rising = reading(write(risingTo(6_000)))
    const falling = reading(write(risingTo(6_000).toReversed()))
    const middle = reading(write([...risingTo(4_000), ...risingTo(2_000)]))

    expect(rising).toMatchObject({ listed: 6_000, titles: { length: MAX_ENTRIES } })
    expect([rising.titles[0], rising.titles.at(-1)]).toEqual([1_000, 5_999])
    expect([falling.titles[0], falling.titles.at(-1)]).toEqual([0, 4_999])
    expect([middle.titles[0], middle.titles[3_000], middle.titles.at(-1)]).toEqual([1_000, 4_000, 5_999])
  })

  it('gives both ends where it has no dates, since it may grow at either', () => {
    const { titles } = reading(rss(Array.from({ length: 6_000 }, () => undefined)))

    expect(titles).toHaveLength(MAX_ENTRIES)
    expect([titles[0], titles[2_499], titles[2_500], titles.at(-1)]).toEqual([0, 2_499, 3_500, 5_999])
  })

  it('counts an entry without a date as being as old as the dated one before it', () => {
    const { titles } = reading(rss(risingTo(6_000).map((age, index) => (index % 3 === 0 ? age : undefined))))

    expect([titles.length, titles[0], titles.at(-1)]).toEqual([MAX_ENTRIES, 1_000, 5_999])
  })

  it('gives the newer end where many have one date', () => {
    const ages = (hours: number) => Array.from({ length: 3_000 }, () => hours)

    expect(reading(rss([...ages(48), ...ages(24)])).titles[0]).toBe(1_000)
    expect(reading(rss([...ages(24), ...ages(48)])).titles.at(-1)).toBe(4_999)
  })

  it.each([
    [
      'as XML',
      50_000,
      (urls: readonly string[]) =>
        `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
    ],
    ['as a list', 50_002, (urls: readonly string[]) => urls.join('\n')],
  ] as const)('gives all pages that a sitemap may have, to its end: %s', (_, size, write) => {
    const urls = Array.from({ length: size }, (_, index) => `https://paper.example/${index}`)
    const read = readSitemap(Buffer.from(write(urls)), undefined, 'https://paper.example/')

    const found = read.kind === 'pages' ? read.pages.map(({ url }) => url) : []

    expect(found).toHaveLength(50_000)
    expect([found[0], found.at(-1)]).toEqual([urls[0], urls.at(-1)])
  })
})

describe('the entries that a visit takes', () => {
  const entries = (ages: Ages) =>
    ages.map((age, index) =>
      emptyEntry({ title: `${index}`, publishedAt: age === undefined ? undefined : NOW - age * HOUR_MS }),
    )
  const feed = {
    title: undefined,
    siteUrl: undefined,
    language: undefined,
    iconUrl: undefined,
    ttlMs: undefined,
  }

  it('are the newest of any kind of document, and the number of the others is told', () => {
    const { entries: taken, leftOut } = retainedOf({ feed, entries: entries(risingTo(5_010)) }, MAX_ENTRIES)

    expect(leftOut).toBe(10)
    expect([taken.length, taken[0]?.title]).toEqual([MAX_ENTRIES, '10'])
  })

  it('are the newest up to a limit of the settings, which is told of nowhere', () => {
    const { entries: taken, leftOut } = retainedOf({ feed, entries: entries(risingTo(20)) }, 5)

    expect(leftOut).toBeUndefined()
    expect(taken.map(({ title }) => title)).toEqual(['15', '16', '17', '18', '19'])
  })

  it('are the first ones up to such a limit if none has a date', () => {
    const undated = entries(Array.from({ length: 20 }, () => undefined))

    expect(newest(undated, 3).map(({ title }) => title)).toEqual(['0', '1', '2'])
  })
})
