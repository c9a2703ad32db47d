import { parseOpml } from 'feedsmith'
import { describe, expect, it } from 'vitest'
import type { Source } from '../../model/source.ts'
import { planImport } from './import-plan.ts'
import { readOutlines } from './reader.ts'
import { writeOpml } from './writer.ts'

const NOON = Date.UTC(2026, 0, 2, 12)

function aSource(over: Partial<Source>): Source {
  return {
    id: 'a',
    name: 'A',
    type: 'feed',
    url: 'https://a.example/feed?x=1&y=2',
    category: 'general',
    region: null,
    language: null,
    weight: 1,
    enabled: true,
    everyMs: 1,
    ...over,
  }
}

const SOURCES = [
  aSource({
    id: 'first',
    name: '"Tom" & <Jerry>',
    category: 'art-film-tv',
    categoryName: 'Art / Film, TV',
    region: 'us',
    language: 'en',
    weight: 1.5,
  }),
  aSource({ id: 'second', name: '名前 \u{1F600}', url: 'https://b.example/', category: 'world' }),
  aSource({
    id: 'third',
    name: 'Third',
    url: 'https://c.example/',
    category: 'art-film-tv',
    categoryName: 'Art / Film, TV',
    language: 'de',
  }),
  aSource({ id: 'fourth', name: 'Fourth', url: 'https://d.example/', enabled: false }),
  aSource({
    id: 'fifth',
    name: 'Fifth',
    url: 'https://e.example/',
    type: 'page',
    paths: { items: 'li > a[title="x"]', title: 'h2' },
    content: 'preview',
  }),
  aSource({
    id: 'sixth',
    name: 'Sixth',
    url: 'https://f.example/',
    content: 'full',
    fullText: { content: 'main > [data-x="1"]', remove: '.share' },
  }),
]

describe('writeOpml', () => {
  it('comes back as it went, category by category', () => {
    const opml = writeOpml(SOURCES, 'Mine', NOON)

    const { added, refused } = planImport(readOutlines(opml).feeds, [])

    expect(refused).toEqual([])
    expect(added).toEqual([
      {
        id: 'first',
        name: '"Tom" & <Jerry>',
        url: 'https://a.example/feed?x=1&y=2',
        category: 'Art / Film, TV',
        region: 'us',
        language: 'en',
        weight: 1.5,
      },
      { id: 'third', name: 'Third', url: 'https://c.example/', category: 'Art / Film, TV', language: 'de' },
      { id: 'second', name: '名前 \u{1F600}', url: 'https://b.example/', category: 'world' },
      { id: 'fourth', name: 'Fourth', url: 'https://d.example/', enabled: false },
      {
        id: 'fifth',
        name: 'Fifth',
        url: 'https://e.example/',
        type: 'page',
        paths: { items: 'li > a[title="x"]', title: 'h2' },
        content: 'preview',
      },
      {
        id: 'sixth',
        name: 'Sixth',
        url: 'https://f.example/',
        content: 'full',
        fullText: { content: 'main > [data-x="1"]', remove: '.share' },
      },
    ])
  })

  it('is read by another parser with the same feeds', () => {
    const opml = parseOpml(writeOpml(SOURCES, 'Mine & yours', NOON))

    const feeds = opml.body?.outlines?.map(({ text, outlines }) => [
      text,
      outlines?.map(({ xmlUrl }) => xmlUrl),
    ])

    expect(opml.head?.title).toBe('Mine & yours: sources')
    expect(opml.head?.dateCreated).toBe('Fri, 02 Jan 2026 12:00:00 GMT')
    expect(feeds).toEqual([
      ['Art / Film, TV', ['https://a.example/feed?x=1&y=2', 'https://c.example/']],
      ['world', ['https://b.example/']],
      ['general', ['https://d.example/', 'https://e.example/', 'https://f.example/']],
    ])
  })

  it('has no credentials, no tokens and no characters that XML cannot hold', () => {
    const opml = writeOpml(
      [aSource({ name: 'A\u0000\u001B\uD800\uFFFF', url: 'https://ann:s3cret@a.example/?token=abc&p=1' })],
      't',
      NOON,
    )

    expect(opml).not.toMatch(/s3cret|abc|ann/)
    expect(opml).toContain('xmlUrl="https://a.example/?token=hidden&amp;p=1"')
    expect(opml).toContain(' text="A" ')
  })
})
