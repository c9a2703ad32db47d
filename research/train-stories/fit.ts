import { FEATURES } from '../../src/stories/cluster/link/features.ts'
import type { LinkModel } from '../../src/stories/cluster/link/network.ts'
import { randomOf } from '../../test/random.ts'
import type { Decision } from './decisions.ts'

/** Hidden units. More units, or a weaker `RIDGE`, fit known sets better but new sets worse. */
const UNITS = 6
const EPOCHS = 8
const BATCH = 256
const RATE = 6e-3
/** L2 regularization of all weights. */
const RIDGE = 2e-4

/** Decisions of one view. Their share in learning does not depend on their number. */
export interface Group {
  readonly decisions: readonly Decision[]
  readonly share: number
  /** Factor of decisions that are right to join. It evens out sets with different shares of them. */
  readonly favour: number
}

/**
 * Fits the model to decisions with Adam on the cross-entropy. The same decisions always give the same model.
 * @see Kingma and Ba, "Adam: a method for stochastic optimization", 2015
 */
export function fit(groups: readonly Group[]): LinkModel {
  const size = FEATURES.length
  const random = randomOf(20_240_101)
  const decisions = weighted(groups)
  // All weights in one array: the direct ones, then for each unit its inputs, its bias and its output.
  const unitSize = size + 2
  const parameters = new Float64Array(size + UNITS * unitSize)
  for (let k = size; k < parameters.length; k++) parameters[k] = (random() - 0.5) * 0.6
  const gradient = new Float64Array(parameters.length)
  const mean = new Float64Array(parameters.length)
  const spread = new Float64Array(parameters.length)
  const hidden = new Float64Array(UNITS)
  const order = decisions.map((_, at) => at)
  const steps = EPOCHS * Math.ceil(order.length / BATCH)
  let step = 0

  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random)
    for (let from = 0; from < order.length; from += BATCH) {
      const until = Math.min(order.length, from + BATCH)
      gradient.fill(0)
      for (let at = from; at < until; at++) addGradient(decisions[order[at] as number] as Decision)
      step++
      const rate = RATE * (1 - step / steps) + 1e-5
      descend(rate, 1 / (until - from))
    }
  }
  return modelOf(parameters, size)

  function addGradient({ features, right, weight }: Decision): void {
    let z = 0
    for (let k = 0; k < size; k++) z += (parameters[k] as number) * (features[k] as number)
    for (let unit = 0; unit < UNITS; unit++) {
      const at = size + unit * unitSize
      let inner = parameters[at + size] as number
      for (let k = 0; k < size; k++) inner += (parameters[at + k] as number) * (features[k] as number)
      hidden[unit] = Math.tanh(inner)
      z += (parameters[at + size + 1] as number) * (hidden[unit] as number)
    }
    const error = (1 / (1 + Math.exp(-z)) - right) * weight
    for (let k = 0; k < size; k++) gradient[k] = (gradient[k] as number) + error * (features[k] as number)
    for (let unit = 0; unit < UNITS; unit++) {
      const at = size + unit * unitSize
      const value = hidden[unit] as number
      const inner = error * (parameters[at + size + 1] as number) * (1 - value * value)
      for (let k = 0; k < size; k++) {
        gradient[at + k] = (gradient[at + k] as number) + inner * (features[k] as number)
      }
      gradient[at + size] = (gradient[at + size] as number) + inner
      gradient[at + size + 1] = (gradient[at + size + 1] as number) + error * value
    }
  }

  function descend(rate: number, scale: number): void {
    const meanScale = 1 - 0.9 ** step
    const spreadScale = 1 - 0.999 ** step
    for (let k = 0; k < parameters.length; k++) {
      const slope = (gradient[k] as number) * scale + RIDGE * (parameters[k] as number)
      mean[k] = 0.9 * (mean[k] as number) + 0.1 * slope
      spread[k] = 0.999 * (spread[k] as number) + 0.001 * slope * slope
      const divisor = Math.sqrt((spread[k] as number) / spreadScale) + 1e-8
      parameters[k] = (parameters[k] as number) - (rate * (mean[k] as number)) / meanScale / divisor
    }
  }
}

/** Maximum weight of a decision, whatever the size of its clusters. */
const MAX_WEIGHT = 4

/** The weighted share of decisions that are right to join, 0..1. */
export function shareOfRight(decisions: readonly Decision[]): number {
  let right = 0
  let all = 0
  for (const decision of decisions) {
    const weight = Math.min(decision.weight, MAX_WEIGHT)
    right += decision.right * weight
    all += weight
  }
  return all > 0 ? right / all : 0
}

/** Scales the weights so that each group has its share, and the mean is 1. */
function weighted(groups: readonly Group[]): Decision[] {
  const filled = groups.filter(({ decisions }) => decisions.length > 0)
  const count = filled.reduce((sum, { decisions }) => sum + decisions.length, 0)
  const shares = filled.reduce((sum, { share }) => sum + share, 0)
  return filled.flatMap(({ decisions, share, favour }) => {
    const weightOf = ({ right, weight }: Decision): number =>
      Math.min(weight, MAX_WEIGHT) * (right * favour + 1 - right)
    const total = decisions.reduce((sum, decision) => sum + weightOf(decision), 0)
    const scale = ((share / shares) * count) / total
    return decisions.map((decision) => ({ ...decision, weight: weightOf(decision) * scale }))
  })
}

function modelOf(parameters: Float64Array, size: number): LinkModel {
  const read = (from: number, count: number): number[] =>
    Array.from(parameters.subarray(from, from + count), (value) => Number(value.toFixed(3)))
  const unitSize = size + 2
  return {
    direct: read(0, size),
    units: Array.from({ length: UNITS }, (_, unit) => {
      const at = size + unit * unitSize
      const [bias = 0, out = 0] = read(at + size, 2)
      return { out, bias, weights: read(at, size) }
    }),
  }
}

function shuffle(order: number[], random: () => number): void {
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const kept = order[last] as number
    order[last] = order[other] as number
    order[other] = kept
  }
}
