import { describe, expect, it } from 'vitest'
import { aDocument, find, indexOf } from '../../../test/search/an-index.ts'
import { SearchIndex } from '../index/search-index.ts'
import { countOf, WordLookupCache } from './word-lookup.ts'

describe('a word of a query meets forms', () => {
  it('of the languages that use it, and of no other', async () => {
    const index = indexOf(
      aDocument(1, { title: 'Two cases of flu' }),
      aDocument(2, { title: 'Las casas del pueblo', language: 'es' }),
      aDocument(3, { title: 'The case is closed' }),
    )

    expect(await find(index, 'cases')).toEqual([1, 3])
    expect(await find(index, 'casa')).toEqual([2])
  })

  it('but not those that only begin alike: solar is no form of solo, in Spanish either', async () => {
    const index = indexOf(
      aDocument(1, { title: 'Solar power for all' }),
      aDocument(2, { title: 'Un hombre solo', language: 'es' }),
      aDocument(3, { title: 'Energía solar para todos', language: 'es' }),
      aDocument(4, { title: 'Los paneles solares', language: 'es' }),
    )

    expect((await find(index, 'solar')).toSorted((a, b) => a - b)).toEqual([1, 3, 4])
    expect(await find(index, 'solo')).toEqual([2])
  })

  it('of a language where it is its own stem, though another one has it too', async () => {
    const index = indexOf(
      aDocument(1, { title: 'The haus of tomorrow' }),
      aDocument(2, { title: 'Drei Häuser am Fluss', language: 'de' }),
    )

    expect(await find(index, 'haus')).toEqual([1, 2])
  })

  it('in every language where no item has it as typed', async () => {
    const index = indexOf(
      aDocument(1, { title: 'Las ciudades del norte', language: 'es' }),
      aDocument(2, { title: 'A word of English' }),
    )

    expect(await find(index, 'ciudad')).toEqual([1])
  })
})

function put(index: SearchIndex, id: number, title: string): void {
  const texts = { title, summary: '', labels: [], author: null, content: '', url: '', language: 'en' }
  index.put([{ id, ...texts, publishedAt: 0, coverage: 1 }])
}

it('A word looked up twice means the same, and is known anew once documents have come', () => {
  const index = new SearchIndex()
  put(index, 1, 'A storm')
  const cache = new WordLookupCache()
  const before = [...index.segments]
  const first = cache.find(index.segments, 'storm', 'storm')

  const again = cache.find(index.segments, 'Storm', 'storm')
  put(index, 2, 'Storms')
  const later = cache.find(index.segments, 'storm', 'storm')

  expect(again).toBe(first)
  expect(countOf(before, first)).toBe(1)
  expect(countOf(index.segments, later)).toBe(2)
})
