import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { DigestError } from '../../model/errors.ts'
import { advance, firstWalk, type Walk } from '../../model/walk.ts'
import { MAX_CURSOR, readCursor, writeCursor } from './cursor.ts'

const QUERY = '/api/items?sort=hot&source=alpha'
const WALK = firstWalk(9, 9, 0)

describe('a cursor', () => {
  const place = fc.record({ value: fc.double({ noNaN: true, noDefaultInfinity: true }), id: fc.maxSafeNat() })
  const float = fc.float({ noNaN: true, noDefaultInfinity: true })
  const search = fc.record({
    relaxed: fc.boolean(),
    corrected: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
    weights: fc.array(float),
    best: float,
    least: float,
  })
  const walk = fc
    .tuple(fc.nat(), fc.nat(), fc.nat(), fc.option(place, { nil: undefined }), fc.array(place), search)
    .map(([total, newestId, count, after, shown, found]) => ({
      ...advance(firstWalk(total, newestId, count, after), shown),
      search: found,
    }))

  it('leads back to its walk, without escaping in an address', () => {
    fc.assert(
      fc.property(walk, fc.option(fc.nat(), { nil: undefined }), (given, at) => {
        const text = writeCursor(QUERY, { walk: given, at })

        expect(readCursor(QUERY, text)).toEqual({ walk: withSortedIds(given), at })
        expect(encodeURIComponent(text)).toBe(text)
      }),
    )
  })

  it('is short, even where a thousand items of a million were shown', () => {
    const shown = Array.from({ length: 1_399 }, (_, i) => ({ value: 1 / (i + 1), id: 1 + i * 700 }))
    const long = { ...advance(firstWalk(1e6, 1e6, 0), shown), search: aSearch(4) }

    expect(writeCursor(QUERY, { walk: long, at: Date.UTC(2026, 0) }).length).toBeLessThan(1_800)
  })

  it('keeps its length with the longest query', () => {
    const shown = Array.from({ length: 399 }, (_, i) => ({ value: 1 / 3, id: 2 ** 31 - 1 - i * 5_000_000 }))
    const longest = {
      ...advance(firstWalk(1e9, 2 ** 31, 0), shown),
      search: { ...aSearch(500), corrected: '韓'.repeat(500) },
    }

    expect(writeCursor(QUERY, { walk: longest, at: Date.UTC(2026, 0) }).length).toBeLessThan(MAX_CURSOR)
  })

  it('belongs to its query', () => {
    const text = writeCursor(QUERY, { walk: WALK, at: undefined })

    expect(() => readCursor('/api/items?sort=new', text)).toThrow(/another query/)
  })

  it('is refused by name in every other form', () => {
    const good = writeCursor(QUERY, { walk: advance(WALK, [{ value: 1, id: 200 }]), at: undefined })
    const bytes = Buffer.from(good, 'base64url')
    const head = bytes.toString('utf8', 0, bytes.indexOf(0))
    const forged = [
      head,
      `${head}\0`,
      `${head}\0\u0001\u0001`,
      `${head.replace('"count":1', '"count":-1')}\0\u0001`,
      `${head.replace('[2', '[1')}\0\u0001`,
      '{}\0',
      'null\0',
      '\0',
    ]

    const texts = ['', 'x', good.slice(1), ...forged.map((text) => Buffer.from(text).toString('base64url'))]

    for (const text of texts) {
      expect(() => readCursor(QUERY, text)).toThrow(DigestError)
    }
  })
})

function aSearch(words: number) {
  const weights = Array.from({ length: words }, (_, i) => Math.fround(1 / (i + 1)))
  return { relaxed: true, corrected: undefined, weights, best: Math.fround(0.1), least: Math.fround(0.7) }
}

/** The order of the ids does not matter. Negative zero is no place of its own. */
function withSortedIds(walk: Walk): Walk {
  const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)
  const { earlier, later, after, middle } = walk.recent
  const plain = (at: typeof after) => at && { ...at, value: at.value + 0 }
  const { search } = walk
  return {
    ...walk,
    recent: { earlier: sorted(earlier), later: sorted(later), after: plain(after), middle: plain(middle) },
    search: search && { ...search, best: search.best + 0, least: search.least + 0 },
  }
}
