import { beforeAll, describe, expect, it } from 'vitest'
import { type CapturedFigures, measureCaptured } from './conformance/captured.ts'
import { share } from './conformance/compare.ts'
import { ORACLE_ERRORS } from './conformance/oracle-errors.ts'
import { hasCorpus } from './corpus-folder.ts'

describe.runIf(hasCorpus('feeds/real'))('688 captured feeds, beside the oracle', () => {
  let figures: CapturedFigures

  beforeAll(() => {
    figures = measureCaptured()
  })

  it('reads at least 99 % of the feeds that the oracle reads', () => {
    expect(figures.read.all).toBeGreaterThan(600)
    expect(share(figures.read)).toBeGreaterThanOrEqual(0.99)
  })

  it('finds as many entries as the oracle in at least 98 % of the feeds', () => {
    expect(share(figures.counts)).toBeGreaterThanOrEqual(0.98)
  })

  it.each(['title', 'link', 'date'] as const)(
    'agrees on the %s of at least 98 %% of the entries',
    (field) => {
      expect(figures.fields[field].all).toBeGreaterThan(15_000)
      expect(share(figures.fields[field])).toBeGreaterThanOrEqual(0.98)
    },
  )

  it('disagrees with the oracle only where the oracle errs', () => {
    const disagreed = figures.disagreements.map(({ file, field }) => `${file} ${field}`)

    expect(disagreed.toSorted()).toEqual([...ORACLE_ERRORS.keys()].toSorted())
  })
})
