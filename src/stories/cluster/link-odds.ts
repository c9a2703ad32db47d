import { FEATURES } from './features.ts'

/** Logistic regression on the features and all their products. */
export interface LinkModel {
  readonly bias: number
  /** By feature. */
  readonly weights: readonly number[]
  /** By product of two features, including squares: 0·0, 0·1, … 1·1, 1·2, … */
  readonly products: readonly number[]
}

/** Bound of the log odds: many weak hints must not make certainty. */
export const MAX_ODDS = 14

/** Least log odds of two items of one source with the same words: it sent an article again, with another address. */
const SENT_AGAIN = 4

const COSINE = FEATURES.indexOf('cosine')
const SAME_SOURCE = FEATURES.indexOf('sameSource')
const NO_SUMMARY = FEATURES.indexOf('noSummary')

/** Log odds that two items with these features report one event. */
export function linkOdds({ bias, weights, products }: LinkModel, features: readonly number[]): number {
  let odds = bias
  let at = 0
  for (let k = 0; k < FEATURES.length; k++) {
    const value = features[k] ?? 0
    let factor = weights[k] ?? 0
    for (let other = k; other < FEATURES.length; other++) {
      factor += (products[at++] ?? 0) * (features[other] ?? 0)
    }
    odds += value * factor
  }
  const least = isSentAgain(features) ? SENT_AGAIN : -MAX_ODDS
  return Math.max(least, Math.min(MAX_ODDS, odds))
}

/** Whether both have all words of title and summary in common. Titles alone may be names of columns. */
function isSentAgain(features: readonly number[]): boolean {
  return features[SAME_SOURCE] === 1 && features[NO_SUMMARY] === 0 && (features[COSINE] ?? 0) > 0.999
}
