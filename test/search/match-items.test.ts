import { afterAll, describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../src/model/filter.ts'
import type { QueryNode } from '../../src/model/search.ts'
import { readQuery } from '../../src/search/read-query.ts'
import { openSearch } from '../../src/search/search.ts'
import { matchItems } from '../../src/search/select-items.ts'
import { openArticles } from '../api/search-world.ts'
import { NOW } from '../api/world.ts'

const world = await openArticles([
  { title: 'Solar storm reaches Earth', summary: 'Auroras as far south as Rome.', tags: ['space', 'sun'] },
  { title: 'Storm over the coast', summary: 'Solar panels torn from roofs; a storm of words.' },
  { title: 'Runners ran the marathon', summary: 'She was running for three hours.', author: 'Ann Lee' },
  { title: 'Grüße aus München', summary: 'Die Züge fahren wieder.', language: 'de', category: 'travel' },
  { title: '東京で地震', summary: '気象庁が発表した。', language: 'ja' },
  { title: 'COVID-19 numbers fall', summary: 'Fewer cases.', imageUrl: 'https://paper.example/c.png' },
  { title: 'Polar bears return', summary: 'Ice, and more ice.', publishedAt: NOW - 9 * 86_400_000 },
])
const search = openSearch(world.store.searchSource)
const IDS = [1, 2, 3, 4, 5, 6, 7]

afterAll(async () => {
  await search.close()
  await world.close()
})

async function parsed(text: string): Promise<QueryNode> {
  const query = await readQuery(world.store, text)
  if (query === undefined) throw new Error(`nothing to look for in ${text}`)
  return query.node
}

const QUERIES = [
  'solar storm',
  '"solar storm"',
  'storm -solar',
  '-storm',
  'polar OR -lang:en',
  '-tag:space -has:image',
  'run',
  'running marathon',
  'gruesse',
  'grüße münchen',
  'zug',
  '東京',
  '地震',
  'covid19',
  'covid-19',
  'bear*',
  'title:storm',
  'author:lee',
  'category:travel',
  'lang:ja',
  'tag:space',
  'tag:sun OR tag:none',
  'has:image',
  'site:paper.example storm',
  'source:paper ice',
  'before:2020-01-01',
  'storm OR bears',
  'story:3',
  'https://paper.example/a2',
  'nothing of this',
  // Words that a search would correct or join.
  'solr',
  'strom',
  'mara thon',
]

describe('the match of new items with a query', () => {
  it.each(QUERIES)('is the same as in the index, for one item as for all: %s', async (text) => {
    const query = await parsed(text)
    const found = await search.find(
      query,
      EVERYTHING,
      'newest',
      { limit: 50, offset: 0, after: undefined },
      NOW,
      { allWords: true },
    )
    const expected =
      found.corrected === undefined ? found.hits.map(({ id }) => id).toSorted((a, b) => a - b) : []

    const together = await matchItems(world.store.searchSource, query, IDS)
    const alone = await Promise.all(IDS.map((id) => matchItems(world.store.searchSource, query, [id])))

    expect([...together].toSorted((a, b) => a - b)).toEqual(expected)
    expect(alone.flatMap((ids) => [...ids])).toEqual(expected)
  })

  it('is none for deleted items, and for none', async () => {
    const query = await parsed('storm')

    expect(await matchItems(world.store.searchSource, query, [99])).toEqual(new Set())
    expect(await matchItems(world.store.searchSource, query, [])).toEqual(new Set())
  })
})
