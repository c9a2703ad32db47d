import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { EditDistances } from './spelling.ts'

describe('EditDistances', () => {
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

/** The distance by its definition; `most + 1` if it is more than `most`. */
function editDistance(a: string, b: string, most: number): number {
  const distance = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const replaced = distances(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
    const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    const swapped = swaps ? distances(i - 2, j - 2) + 1 : Infinity
    return Math.min(replaced, swapped, distances(i - 1, j) + 1, distances(i, j - 1) + 1)
  }
  const known = new Map<number, number>()
  const distances = (i: number, j: number): number => {
    const key = i * 100 + j
    const found = known.get(key) ?? distance(i, j)
    known.set(key, found)
    return found
  }
  return Math.min(most + 1, distances(a.length, b.length))
}
