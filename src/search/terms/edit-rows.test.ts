import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { EditDistances } from './edit-rows.ts'
import { editDistance } from './spelling.ts'

describe('EditRows', () => {
  it('tells the same distances as comparing with each term by itself', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(
        text,
        fc.array(text, { maxLength: 60 }),
        fc.constantFrom(1, 2),
        fc.boolean(),
        (word, terms, most, passes) => {
          const rows = new EditDistances(word, most)
          const sorted = terms.toSorted()
          const distances = sorted.map((term, i) => {
            const shared = sharedLength(sorted[i - 1] ?? '', term)
            if (!passes || i % 3 > 0) return rows.distance(Buffer.from(term), term.length, shared)
            rows.skip(shared)
            return editDistance(word, term, most)
          })

          expect(distances).toEqual(sorted.map((term) => editDistance(word, term, most)))
        },
      ),
    )
  })

  it('takes words of any length', () => {
    const long = 'a'.repeat(240)

    expect(new EditDistances(long, 2).distance(Buffer.from(long), 240, 0)).toBe(0)
  })
})

function sharedLength(a: string, b: string): number {
  let shared = 0
  while (shared < a.length && a[shared] === b[shared]) shared += 1
  return shared
}
