import { describe, expect, it } from 'vitest'
import { newestFacts } from './known.ts'

function facts(...summaries: (string | null)[]): number[] {
  const reports = summaries.map((summary, id) => ({ id, title: `Title ${id}`, summary }))
  return newestFacts(reports).map(({ id }) => id)
}

const FAILED = 'A data centre of Redfennel failed on Thursday'
const TYPO = 'The company blames one typo in its newest update'

describe('what is known of a story', () => {
  it('begins with the newest summary', () => {
    expect(facts(FAILED, TYPO)).toEqual([1, 0])
  })

  it('leaves out summaries that repeat earlier ones', () => {
    expect(facts(FAILED, 'On Thursday a data centre of Redfennel has failed', TYPO)).toEqual([2, 0])
  })

  it('leaves out an older summary that a newer one contains', () => {
    expect(facts(FAILED, `${FAILED}. Backups took hours to start; clinics fell back on paper.`)).toEqual([1])
  })

  it('leaves out those that are missing, short or the title', () => {
    expect(facts(null, 'Read more here', 'Title 2', FAILED)).toEqual([3])
  })

  it('is at most four summaries, the newest', () => {
    const many = Array.from({ length: 9 }, (_, n) =>
      ['alpha', 'beta', 'gamma', 'delta', 'omega'].map((word) => word + 'abcdefghi'[n]).join(' '),
    )

    expect(facts(...many)).toEqual([8, 7, 6, 5])
  })

  it('reads scripts without spaces', () => {
    expect(facts('日本银行加息至百分之一', '地震袭击北部无人受伤')).toEqual([1, 0])
  })
})
