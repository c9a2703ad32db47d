import { describe, expect, it } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { anEntry } from '../../../test/an-entry.ts'
import { read, visitsOf } from '../../../test/visits.ts'
import type { Entry } from '../../model/entry.ts'
import { HOUR_MS, MINUTE_MS } from '../../model/time.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const PAPER = aSource('paper')
const world = visitsOf([PAPER], NOW)

const PUBLISHED = NOW - HOUR_MS - 7 * MINUTE_MS

/** An article whose address and guid are made of its headline and its number. */
function anArticle(title: string, changes: Partial<Entry> = {}): Entry {
  const url = `https://paper.example/news/${title.toLowerCase().replaceAll(' ', '-')}-4711234.html`
  return anEntry({ guid: url, url, title, summaryHtml: `${title}.`, publishedAt: PUBLISHED, ...changes })
}

const OTHER = anArticle('Pier', { url: 'https://paper.example/news/pier-4711235.html', guid: 'pier' })

async function shows(...entries: Entry[]): Promise<void> {
  await world.visiting(PAPER, read(entries))
}

describe('an article under another headline, which its address and guid are made of', () => {
  it('is the one of its number and time that the document no longer shows', async () => {
    await shows(anArticle('Mayor resigns'), OTHER)
    await shows(anArticle('Mayor resigns after talks'), OTHER)
    await shows(anArticle('Mayor quits'), OTHER)

    const items = await world.items('oldest')
    expect(items.map(({ title, url }) => [title, url])).toEqual([
      ['Pier', OTHER.url],
      ['Mayor quits', anArticle('Mayor quits').url],
    ])
    expect(items[1]?.updatedAt).toBe(NOW)
    const [id] = await world.store.findItemIdsByUrl(anArticle('Mayor resigns').url ?? '')
    expect(id).toBe(items[1]?.id)
  })

  it.each<[string, Partial<Entry>, Partial<Entry>]>([
    ['of another time', {}, { publishedAt: PUBLISHED + MINUTE_MS }],
    ['of one day', { publishedAt: Date.UTC(2026, 4, 4) }, { publishedAt: Date.UTC(2026, 4, 4) }],
    ['without times', { publishedAt: undefined }, { publishedAt: undefined }],
    ['of another number', {}, { guid: 'n', url: 'https://paper.example/news/mayor-quits-47112345.html' }],
    ['on another site', {}, { guid: 'n', url: 'https://blog.example/mayor-quits-4711234.html' }],
  ])('is another article %s', async (_, old, changes) => {
    await shows(anArticle('Mayor resigns', old))
    await shows(anArticle('Mayor quits', changes))

    expect(await world.titles()).toHaveLength(2)
  })

  it('is another article where only its words stand in another title', async () => {
    await shows(
      anEntry({
        guid: 'a',
        url: 'https://paper.example/a',
        title: 'Iran and US sign deal',
        publishedAt: PUBLISHED,
      }),
    )
    await shows(
      anEntry({ guid: 'b', url: 'https://paper.example/b', title: 'Iran: US deal', publishedAt: PUBLISHED }),
    )

    expect(await world.titles()).toHaveLength(2)
  })

  it('is another article while the document shows both', async () => {
    await shows(anArticle('Mayor resigns'))
    await shows(anArticle('Mayor quits'), anArticle('Mayor resigns'))

    expect(await world.titles()).toHaveLength(2)
  })
})
