import { describe, expect, it } from 'vitest'
import { randomOf } from '../../../../test/random.ts'
import { type Choice, EVERYTHING, type ItemFilter } from '../../../model/filter.ts'
import type { Facet } from '../facet.ts'
import { type FacetMask, FacetTable, sumPassing } from './facet-table.ts'

const ROUNDS = 200
const random = randomOf(3)

describe('the facets that pass a filter', () => {
  it('are those of a new table, though facets came after the filter was first asked for', () => {
    const grown = new FacetTable()
    const facets: Facet[] = []
    const filters = Array.from({ length: 40 }, aFilter)
    for (let round = 0; round < ROUNDS; round += 1) {
      const facet = aFacet()
      facets.push(facet)
      grown.code(facet)
      const fresh = new FacetTable()
      for (const each of facets) fresh.code(each)
      const filter = pick(filters)

      const mask = grown.mask(filter)

      expect(partsOf(mask)).toEqual(partsOf(fresh.mask(filter)))
      expect(sumOf(grown, mask)).toBe(mask.bits.reduce((sum, bit, code) => sum + bit * code, 0))
    }
  })

  it('keep their number when facets come: what is counted of items that stay is still right', () => {
    const table = new FacetTable()
    table.code(aFacet())
    const { number } = table.mask(EVERYTHING)

    table.code({ ...aFacet(), category: 'another' })

    expect(table.mask(EVERYTHING).number).toBe(number)
    expect(table.mask(aFilter()).number).not.toBe(number)
  })
})

function partsOf({ bits, groups, added, removed, isAny }: FacetMask) {
  const sorted = (codes: Uint32Array) => [...codes].toSorted((a, b) => a - b)
  return { bits: [...bits], groups: [...groups], added: sorted(added), removed: sorted(removed), isAny }
}

/** Sums the passing codes by group. */
function sumOf(table: FacetTable, mask: FacetMask): number {
  const codes = Array.from({ length: table.size }, (_, code) => code)
  const byGroup = Array.from({ length: table.groupsEnd }, () => 0)
  for (const code of codes) byGroup[table.groupOf(code)] = (byGroup[table.groupOf(code)] ?? 0) + code
  return sumPassing(mask, byGroup, codes)
}

function aFacet(): Facet {
  const sources = [...new Set([pick(SOURCES), pick(SOURCES), pick(SOURCES)])].slice(0, 1 + below(3))
  return { category: pick(WORDS), region: pick([null, 'uk']), language: pick(['en', 'de', null]), sources }
}

function aFilter(): ItemFilter {
  return { ...EVERYTHING, source: aChoice(SOURCES), category: aChoice(WORDS), language: aChoice(['en']) }
}

function aChoice(of: readonly string[]): Choice {
  const kind = below(4)
  return { include: kind === 1 ? [pick(of)] : [], exclude: kind === 2 ? [pick(of)] : [] }
}

const SOURCES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
const WORDS = ['sports', 'science', 'technology']

function below(limit: number): number {
  return Math.floor(random() * limit)
}

function pick<T>(values: readonly T[]): T {
  return values[below(values.length)] as T
}
