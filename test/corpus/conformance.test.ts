import { describe, expect, it } from 'vitest'
import { share } from './conformance/compare.ts'
import { measureDamage } from './conformance/damage.ts'
import { measureFeedparser } from './conformance/feedparser.ts'
import { measureNormalized } from './conformance/normalized.ts'
import { measureValidator } from './conformance/validator.ts'
import { hasCorpus } from './corpus-folder.ts'

describe.runIf(hasCorpus('conformance'))('what other parsers are tested with', () => {
  it("keeps at least 97 % of feedparser's assertions", () => {
    const { all, failures } = measureFeedparser()

    expect(all.all).toBeGreaterThan(300)
    expect(share(all), JSON.stringify(failures)).toBeGreaterThanOrEqual(0.97)
  })

  it("survives feedparser's hostile and broken cases", () => {
    expect(measureFeedparser().crashes).toEqual([])
  })

  it('reads at least 97 % of each field as five other projects do', () => {
    const { fields, failures } = measureNormalized()

    const low = [...fields].filter(([, tally]) => share(tally) < 0.97)
    expect(fields.size).toBeGreaterThan(10)
    expect(low, JSON.stringify(failures)).toEqual([])
  })

  it('reads every feed among the cases of the W3C validator, and survives the rest', () => {
    const { cases, crashes, unread, slowestMs } = measureValidator()

    expect(cases).toBeGreaterThan(1_000)
    expect(crashes).toEqual([])
    expect(unread).toEqual([])
    expect(slowestMs).toBeLessThan(1_000)
  })
})

describe.runIf(hasCorpus('feeds/real'))('900 single damages', () => {
  it('reads at least one entry of nearly every damaged feed', () => {
    const { insertion, deletion, truncation } = measureDamage(300)

    expect(share(insertion)).toBeGreaterThanOrEqual(0.98)
    expect(share(deletion)).toBeGreaterThanOrEqual(0.98)
    expect(share(truncation)).toBeGreaterThanOrEqual(0.8)
  })
})
