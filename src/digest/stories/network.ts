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

/** Sums that are added up side by side: one after the other, each addition would wait for the one before it. */
const LANES = 4

/** Makes the function from evidence to log odds. */
export function logOdds(model: LinkModel): (evidence: Float64Array) => number {
  const size = EVIDENCE.length
  const outs = Float64Array.from(model.units, ({ out }) => out)
  // The sum of the evidence itself is the first, then one a unit, then empty ones up to a multiple of the lanes.
  const rows = [model.direct, ...model.units.map(({ weights }) => weights)]
  const biases = [0, ...model.units.map(({ bias }) => bias)]
  const blocks = Math.ceil(rows.length / LANES)
  const weights = new Float64Array(blocks * LANES * size)
  const sums = new Float64Array(blocks * LANES)
  const starts = new Float64Array(blocks * LANES)
  starts.set(biases)
  rows.forEach((row, at) => {
    const from = (at - (at % LANES)) * size + (at % LANES)
    row.forEach((weight, k) => (weights[from + k * LANES] = weight))
  })

  return (evidence) => {
    let at = 0
    for (let row = 0; row < sums.length; row += LANES) {
      let first = starts[row] as number
      let second = starts[row + 1] as number
      let third = starts[row + 2] as number
      let fourth = starts[row + 3] as number
      for (let k = 0; k < size; k++, at += LANES) {
        const value = evidence[k] as number
        first += (weights[at] as number) * value
        second += (weights[at + 1] as number) * value
        third += (weights[at + 2] as number) * value
        fourth += (weights[at + 3] as number) * value
      }
      sums[row] = first
      sums[row + 1] = second
      sums[row + 2] = third
      sums[row + 3] = fourth
    }
    let odds = sums[0] as number
    for (let unit = 0; unit < outs.length; unit++) {
      odds += (outs[unit] as number) * Math.tanh(sums[unit + 1] as number)
    }
    return odds
  }
}
