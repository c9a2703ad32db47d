import type { Score } from './agglomerate.ts'
import { EVIDENCE, measure } from './evidence.ts'
import { LINK_MODEL } from './link-model.ts'
import { logOdds } from './network.ts'
import type { LinkModel } from './network.ts'

/** Fewer words in common say nothing: "Update" is no event. */
const LEAST_WORDS = 1.5
const WORDS = EVIDENCE.indexOf('words')
const LEAST = Math.log1p(LEAST_WORDS) / 3

/** Whether two clusters have enough words in common to be compared. */
export function isEnough(evidence: Float64Array): boolean {
  return (evidence[WORDS] as number) >= LEAST
}

/** Makes the score of two clusters of a learned model. */
export function linkScore(model: LinkModel = LINK_MODEL): Score {
  const evidence = new Float64Array(EVIDENCE.length)
  const oddsOf = logOdds(model)
  return (a, b) => {
    measure(a, b, evidence)
    return isEnough(evidence) ? oddsOf(evidence) : -Infinity
  }
}
