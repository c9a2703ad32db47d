import { describe, expect, it } from 'vitest'
import { measureDates } from './conformance/dates.ts'
import { hasCorpus } from './corpus-folder.ts'

describe.runIf(hasCorpus('conformance/dates.jsonl'))('dates as feeds write them', () => {
  it('reads every date, and refuses what is none', () => {
    const figures = measureDates()

    expect(figures.all.all).toBeGreaterThan(60)
    expect(figures.failures).toEqual([])
  })
})
