import { describe, expect, it } from 'vitest'
import type { Api } from '../api/api.ts'
import { loadFacets } from './facets.ts'

type Answer<K extends 'sources' | 'stats'> = Awaited<ReturnType<Api[K]>>

function apiOf(sources: readonly { id: string; name: string; itemCount: number }[]) {
  return {
    sources: async () => ({ items: sources }) as unknown as Answer<'sources'>,
    stats: async () => ({ byCategory: [], byRegion: [], byLanguage: [] }) as unknown as Answer<'stats'>,
  }
}

describe('the sources that a list can be narrowed to', () => {
  it('stand in the order of the alphabet', async () => {
    const api = apiOf([
      { id: 'b', name: 'Zebra', itemCount: 9 },
      { id: 'a', name: 'Ångström', itemCount: 1 },
    ])

    expect((await loadFacets(api)).sources.map(({ label }) => label)).toEqual(['Ångström', 'Zebra'])
  })

  it('have items, or are chosen', async () => {
    const api = apiOf([
      { id: 'dead', name: 'Dead', itemCount: 0 },
      { id: 'new', name: 'New', itemCount: 0 },
      { id: 'herald', name: 'Herald', itemCount: 3 },
    ])

    expect((await loadFacets(api, '-new')).sources.map(({ label }) => label)).toEqual(['Herald', 'New'])
  })

  it('have their ids beside a name that several have', async () => {
    const api = apiOf([
      { id: 'herald-sport', name: 'Herald', itemCount: 3 },
      { id: 'tide', name: 'Tide', itemCount: 3 },
      { id: 'herald', name: 'Herald', itemCount: 3 },
    ])

    const { sources } = await loadFacets(api)

    expect(sources.map(({ label }) => label)).toEqual(['Herald (herald-sport)', 'Herald (herald)', 'Tide'])
  })

  it('are of very many those with the most items, and the chosen ones', async () => {
    const many = Array.from({ length: 10_000 }, (_, k) => ({
      id: `s${k}`,
      name: `Source ${k}`,
      itemCount: k,
    }))

    const { sources } = await loadFacets(apiOf(many), 's9999,-s3')

    expect(sources).toHaveLength(301)
    expect(sources.map(({ value }) => value)).toEqual(expect.arrayContaining(['s9999', 's9700', 's3']))
  })
})
