/**
 * A small neural network. The log odds are a weighted sum of the features and the hidden units. A unit is the
 * hyperbolic tangent of another weighted sum. Units can express that one feature matters only together with another.
 */
export interface LinkModel {
  /** One for each name of `FEATURES`. */
  readonly direct: readonly number[]
  readonly units: readonly HiddenUnit[]
}

interface HiddenUnit {
  /** Weight of the unit in the log odds. */
  readonly out: number
  readonly bias: number
  /** One for each name of `FEATURES`. */
  readonly weights: readonly number[]
}

/** Makes the function from features to log odds. */
export function logOdds({ direct, units }: LinkModel): (features: Float64Array) => number {
  return (features) => {
    let odds = weightedSum(direct, features, 0)
    for (const { out, bias, weights } of units) odds += out * Math.tanh(weightedSum(weights, features, bias))
    return odds
  }
}

function weightedSum(weights: readonly number[], features: Float64Array, start: number): number {
  let sum = start
  for (let k = 0; k < features.length; k++) sum += (weights[k] as number) * (features[k] as number)
  return sum
}
