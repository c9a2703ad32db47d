import { describe, expect, it } from 'vitest'
import { aSearchDocument } from '../../../test/search/a-search-document.ts'
import type { SearchSelection } from '../../model/search.ts'
import { SearchIndex } from '../index/search-index.ts'
import { parseQuery } from '../query/parse.ts'

const NOW = Date.UTC(2026, 0, 10)

async function search(titles: readonly string[], query: string): Promise<SearchSelection> {
  const { node } = parseQuery(query)
  if (node === undefined) throw new Error(`nothing to look for in ${query}`)
  const index = new SearchIndex()
  index.put(titles.map((title, i) => aSearchDocument(i + 1, { title, publishedAt: NOW })))
  return await index.search(node, {
    window: { limit: 100, offset: 0, after: undefined },
    now: NOW,
    tests: { property: () => () => false, published: () => () => true },
  })
}

const TITLES = [
  "Node.js drops old builds, says O'Brien",
  'GPT-4o writes #BlackFriday slogans',
  'The wellbeing of mayors',
  'A node in js, o my, with brien and friday',
  'Re-elected: the mayor of Black Rock',
  "McDonald's raises its prices",
]

describe('A query that finds nothing', () => {
  it.each([
    ['nodejs', '"node js"', [1]],
    ['obrien', '"o brien"', [1]],
    ['black friday', 'blackfriday', [2]],
    ['"well being"', 'wellbeing', [3]],
    ['mc donalds', 'mcdonalds', [6]],
  ])('is answered by words written together or apart: %s', async (query, to, ids) => {
    const { hits, corrected, relaxed } = await search(TITLES, query)

    expect(hits.map((hit) => hit.id)).toEqual(ids)
    expect(corrected?.to).toBe(to)
    expect(relaxed).toBeUndefined()
  })

  it.each([
    ['gpt4o', 2],
    ['reelected mayor', 5],
    ['re-elected mayor', 5],
    ['well-being mayors', 3],
    ['well-beings', 3],
  ])('is one no more where only a hyphen makes the difference: %s', async (query, id) => {
    const { hits, corrected, relaxed } = await search(TITLES, query)

    expect([hits.map((hit) => hit.id), corrected, relaxed]).toEqual([[id], undefined, undefined])
  })

  it('is answered by a Korean noun without its particle', async () => {
    const titles = ['대통령은 국회를 방문했다', '대학교가 문을 열었다', '어린이날 행사']

    const found = await search(titles, '대통령이 국회에서')
    const asTyped = await search(titles, '어린이')

    expect(found.hits.map((hit) => hit.id)).toEqual([1])
    expect(found.corrected?.to).toBe('대통령 국회')
    expect([asTyped.hits[0]?.id, asTyped.corrected]).toEqual([3, undefined])
  })

  it.each([
    ['コンピューター', 'コンピュータを買う', 'コンピュータ'],
    ['新しい サーバー', '新しいサーバを置く', '新しい サーバ'],
    ['コピー', 'コピの話', undefined],
    ['サーバ', 'サーバーを置く', undefined],
  ])('is answered by a loanword without the long vowel at its end: %s', async (query, title, to) => {
    const { total, corrected } = await search([title, '猫の話'], query)

    expect([total, corrected?.to]).toEqual([query === 'コピー' ? 0 : 1, to])
  })

  it.each([
    ['กรุงเทพ', 'กรุงเทพมหานคร', 'กรุงเทพ*'],
    ['प्रधानमत्री', 'प्रधानमंत्री दिल्ली में', 'प्रधानमंत्री'],
  ])('is answered in scripts whose vowels are marks: %s', async (query, title, to) => {
    const { total, corrected } = await search([title], query)

    expect([total, corrected?.to]).toEqual([1, to])
  })

  it('is answered by a joined word rather than by similar words', async () => {
    const titles = ['Zerowidth characters', 'Zero with friends', 'The instant gram', 'Instagram is down']

    expect((await search(titles, 'zero width')).corrected?.to).toBe('zerowidth')
    expect((await search(titles, 'insta gram')).corrected?.to).toBe('instagram')
  })

  it('is answered by two Korean words that it was written together from', async () => {
    const { hits, corrected } = await search(['서울 지하철 파업', '지하철 서울'], '서울지하철')

    expect(hits.map((hit) => hit.id)).toEqual([1])
    expect(corrected?.to).toBe('"서울 지하철"')
  })

  it('is answered by longer words that begin so, where no like word is known', async () => {
    const titles = ['Bundesverfassungsgerichtsurteil erwartet', 'Urteil des Bundes']

    const { hits, corrected } = await search(titles, 'bundesverfassungsgericht')

    expect(hits.map((hit) => hit.id)).toEqual([1])
    expect(corrected).toEqual({ from: 'bundesverfassungsgericht', to: 'bundesverfassungsgericht*' })
  })

  it('is not cut where its parts never stand side by side, nor where it is a number', async () => {
    const apart = await search(['node and js'], 'nodejs')
    const number = await search(['9/11'], '911')

    expect([apart.total, apart.corrected]).toEqual([0, undefined])
    expect([number.total, number.corrected]).toEqual([0, undefined])
  })

  it('is answered by the similar word where that is more frequent than a split at a single letter', async () => {
    const titles = ['Grade A ir filters', 'Fair', 'Air', 'Airy', 'The aire of it', 'The aire again']

    const { corrected } = await search([...titles, 'Vitamin a iret'], 'airet')

    expect(corrected?.to).toBe('aire')
  })

  it('is relaxed as it stands where its words joined find nothing either', async () => {
    const { hits, corrected, relaxed } = await search(TITLES, 'black friday rock')

    expect(relaxed).toBe(true)
    expect(corrected).toBeUndefined()
    expect(hits.length).toBeGreaterThan(1)
  })
})

describe('A query that finds something', () => {
  it('is left as it is', async () => {
    const { hits, corrected } = await search(['Well being', 'Wellbeing'], 'well being')

    expect(hits.map((hit) => hit.id)).toEqual([1])
    expect(corrected).toBeUndefined()
  })
})
