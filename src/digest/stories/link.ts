import type { Score } from './agglomerate.ts'
import { EVIDENCE, measure } from './evidence.ts'
import { LINK_WEIGHTS } from './link-weights.ts'

/** Fewer words in common say nothing: "Update" is no event. */
const LEAST_WORDS = 1.5
const WORDS = EVIDENCE.indexOf('words')
const LEAST = Math.log1p(LEAST_WORDS) / 3

/** Makes the score of two clusters of learned weights, in the order of `EVIDENCE`. */
export function linkScore(weights: ArrayLike<number> = LINK_WEIGHTS): Score {
  const evidence = new Float64Array(EVIDENCE.length)
  return (a, b) => {
    measure(a, b, evidence)
    return isEnough(evidence) ? logOdds(evidence, weights) : -Infinity
  }
}

/** Whether two clusters have enough words in common to be compared. */
export function isEnough(evidence: Float64Array): boolean {
  return (evidence[WORDS] as number) >= LEAST
}

export function logOdds(evidence: Float64Array, weights: ArrayLike<number>): number {
  let sum = 0
  for (let k = 0; k < evidence.length; k++) sum += (evidence[k] as number) * (weights[k] as number)
  return sum
}
