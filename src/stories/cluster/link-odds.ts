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
  return Math.max(-MAX_ODDS, Math.min(MAX_ODDS, odds))
}
