import { describe, expect, it } from 'vitest'
import { aDocument, find, indexOf, node, REQUEST } from '../../../test/search/an-index.ts'
import { parseQuery } from '../query/parse.ts'
import { isSentence } from './relax.ts'

const STORMS = indexOf(
  aDocument(1, { title: 'storm over rome' }),
  aDocument(2, { title: 'budget talks' }),
  aDocument(3, { title: 'a budget for rome' }),
)

describe('a search that finds nothing', () => {
  it('is answered by any of its words where it asks for plain words alone', async () => {
    const { total, relaxed } = await STORMS.search(node('storm budget'), REQUEST)

    expect({ total, relaxed }).toEqual({ total: 3, relaxed: true })
  })

  it.each([
    ['a phrase', '"storm budget"'],
    ['a phrase among words', 'rome "storm budget"'],
    ['a field', 'title:storm title:budget'],
    ['what is left out', 'storm budget -rome'],
    ['what is left out by NOT', 'storm budget NOT talks'],
    ['a beginning', 'storm budg*'],
    ['alternatives', 'storm (talks OR budget)'],
    ['a day', 'storm budget after:2020'],
  ])('stays without results where it has %s', async (_, query) => {
    expect(await STORMS.search(node(query), REQUEST)).toMatchObject({ hits: [], total: 0 })
    expect((await STORMS.search(node(query), REQUEST)).relaxed).toBeUndefined()
  })

  it('stays without results where all words are asked for', async () => {
    const found = await STORMS.search(node('storm budget'), { ...REQUEST, allWords: true })

    expect([found.total, found.relaxed]).toEqual([0, undefined])
  })

  it('keeps the few that a sentence has where all words are asked for', async () => {
    const index = indexOf(
      aDocument(1, { title: 'senate passes harbour bill' }),
      aDocument(2, { title: 'senate rests' }),
    )
    const query = 'senate passes harbour bill'

    expect(await find(index, query)).toEqual([1, 2])
    expect(await find(index, query, { allWords: true })).toEqual([1])
  })
})

describe('a number that no item has', () => {
  const index = indexOf(
    aDocument(1, { title: '390,000 customers wait' }),
    aDocument(2, { title: 'chapter 3 of 14' }),
    aDocument(3, { title: 'the year 314' }),
    aDocument(4, { title: 'crowd of 5,000 waits' }),
    aDocument(5, { title: 'version 1.2.10 is out' }),
    aDocument(6, { title: '２１ players' }),
  )

  it.each([
    '7,000',
    '7.000',
    '7 000',
    '1,000,000',
    '3.14',
    '3,14',
    '2.1.10',
    '2026-03-14',
    '2-1',
    '10.0.0.3',
  ])('is not searched as its digits: %s', async (query) => {
    const { total, relaxed, corrected } = await index.search(node(query), REQUEST)

    expect({ total, relaxed, corrected }).toEqual({ total: 0, relaxed: undefined, corrected: undefined })
  })

  it('leaves the other words of the query', async () => {
    expect(await find(index, 'customers 7,000')).toEqual([1])
    expect(await find(index, 'customers 3.14')).toEqual([1])
  })

  it('is found among words that are not together in any item', async () => {
    expect(await find(index, 'customers 5,000')).toEqual(expect.arrayContaining([1, 4]))
    expect(await find(index, 'customers 1.2.10')).toEqual(expect.arrayContaining([1, 5]))
    expect(await find(index, 'customers 5,000')).toHaveLength(2)
  })

  it('is not searched where it is a part of a name', async () => {
    expect(await find(index, 'chapter4.14')).toEqual([])
    expect(await find(index, 'chapter 2.1.14-beta')).toEqual([2])
    expect(await find(index, 'crowd-3.1 version-4.2')).toEqual(expect.arrayContaining([4, 5]))
  })
})

describe('a search in a script without spaces', () => {
  const index = indexOf(
    aDocument(1, { title: 'ヘッドホンの音', language: 'ja' }),
    aDocument(2, { title: 'ポケットの中', language: 'ja' }),
    aDocument(3, { title: '台風が来る', language: 'ja' }),
    aDocument(4, { title: '猫の話', language: 'ja' }),
    aDocument(5, { title: 'らーめんの店', language: 'ja' }),
    aDocument(6, { title: 'メールの数', language: 'ja' }),
  )

  it('takes katakana for one word, and finds nothing by its single characters', async () => {
    expect(await index.search(node('ポッドキャスト'), REQUEST)).toMatchObject({ hits: [], total: 0 })
  })

  it('takes a long vowel as part of its kana, and finds nothing by its sign alone', async () => {
    expect(await find(index, 'らーめん')).toEqual([5])
    expect(await find(index, 'らーめん店')).toEqual([5])
    for (const word of ['めーる', 'すーぱー', 'いー']) expect(await find(index, word)).toEqual([])
  })

  it('is not relaxed into single characters or particles', async () => {
    expect(await find(index, '台風 猫')).toEqual([3])
    expect((await index.search(node('海 猫'), REQUEST)).total).toBe(0)
  })
})

it.each([
  ['four words', 'storm leaves homes dark', true],
  ['words joined by a hyphen', 'senate passes two-year plan', true],
  ['a word of two spellings', 'lawyer reads email aloud', true],
  ['three words', 'storm over rome', false],
  ['a question of three words', 'What is lightning', true],
  ['a question of two words', 'what lightning', false],
  ['a phrase in quotes', 'senate passes "two year" plan', false],
  ['a beginning of a word', 'storm leaves homes dark*', false],
  ['a word in one field', 'title:storm leaves homes dark', false],
  ['a word left out', 'storm leaves homes dark -rome', false],
])('%s', (_, text, expected) => {
  const { node } = parseQuery(text)

  expect(node !== undefined && isSentence(node)).toBe(expected)
})
