import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { Columns } from './columns.ts'
import { positionsByKey } from './list-passing.ts'

describe('positionsByKey', () => {
  it('sorts by key and then by id, in whatever order the slots come', () => {
    const columns = new Columns()
    const facet = columns.facets.code({ category: 'a', region: null, language: null, sources: ['a'] })
    // Ids that come late get slots after those of higher ids.
    const ids = [500, 501, 502, 900, 901, 1, 2, 3, 64, 65]
    for (const id of ids)
      columns.append({ id, publishedAt: 0, rankedAt: 0, hot: 0, lift: 0, score: 0, storyId: 1, facet })
    const entry = fc.record({ id: fc.constantFrom(...ids), key: fc.integer({ min: 0, max: 3 }) })

    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ id }) => id }), (entries) => {
        const slots = entries.map(({ id }) => columns.slotOf(id) ?? 0)

        const positions = positionsByKey(
          columns,
          slots,
          Float64Array.from(entries, ({ key }) => key),
        )

        const sorted = [...entries].sort((a, b) => a.key - b.key || a.id - b.id)
        expect([...positions].map((position) => entries[position])).toEqual(sorted)
      }),
    )
  })
})
