import { EVIDENCE } from './evidence.ts'

/**
 * A small network: the log odds are a weighted sum of the evidence and of hidden units, each the hyperbolic tangent
 * of another weighted sum. The units hold what no sum can: that a day's distance matters for a crowded subject only.
 */
export interface LinkModel {
  /** One for each name of `EVIDENCE`. */
  readonly direct: readonly number[]
  readonly units: readonly HiddenUnit[]
}

export interface HiddenUnit {
  /** How much the unit counts. */
  readonly out: number
  readonly bias: number
  /** One for each name of `EVIDENCE`. */
  readonly weights: readonly number[]
}

/** Makes the function from evidence to log odds. */
export function logOdds(model: LinkModel): (evidence: Float64Array) => number {
  const size = EVIDENCE.length
  const direct = Float64Array.from(model.direct)
  const weights = Float64Array.from(model.units.flatMap((unit) => unit.weights))
  const biases = Float64Array.from(model.units, ({ bias }) => bias)
  const outs = Float64Array.from(model.units, ({ out }) => out)

  return (evidence) => {
    let sum = 0
    for (let k = 0; k < size; k++) sum += (direct[k] as number) * (evidence[k] as number)
    for (let unit = 0; unit < outs.length; unit++) {
      let inner = biases[unit] as number
      const from = unit * size
      for (let k = 0; k < size; k++) inner += (weights[from + k] as number) * (evidence[k] as number)
      sum += (outs[unit] as number) * Math.tanh(inner)
    }
    return sum
  }
}
