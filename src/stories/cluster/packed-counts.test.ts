import { describe, expect, it } from 'vitest'
import { SLOTS, packCounts, unpackCounts } from './packed-counts.ts'

describe('counts in two bytes each', () => {
  it.each([
    ['none', []],
    ['one at either end', [[0, 1], [SLOTS - 1, 399]]],
    ['far apart', [[3, 7], [131, 1], [258, 2], [386, 3], [2_000, 400]]],
    ['side by side', [[127, 1], [128, 2], [129, 3]]],
  ] as [string, [number, number][]][])('come out as they went in: %s', (_, filled) => {
    const counts = new Uint16Array(SLOTS)
    for (const [slot, count] of filled) counts[slot] = count

    expect(unpackCounts(packCounts(counts))).toEqual(counts)
  })

  it('come out as they went in where all are full', () => {
    const counts = Uint16Array.from({ length: SLOTS }, (_, slot) => slot % 401)

    expect(unpackCounts(packCounts(counts))).toEqual(counts)
  })
}) // prettier-ignore
