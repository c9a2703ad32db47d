import { EVIDENCE } from '../../src/digest/stories/evidence.ts'
import type { Decision } from './decisions.ts'

/** What can only speak for one story gets no weight against it, and the other way round. */
const SIGNS: Readonly<Partial<Record<(typeof EVIDENCE)[number], 1 | -1>>> = {
  all: 1, title: 1, pairs: 1, summary: 1, across: 1, names: 1, words: 1, titleWords: 1, rarity: 1, rarest: 1,
  titleRarity: 1, gap: -1, span: -1, undated: -1, length: -1, centroid: 1, size: -1, smaller: -1, own: 1,
  ownWords: 1, crowd: -1, gapCrowd: -1, spanCrowd: -1, undatedCrowd: -1, apart: -1, apartCrowd: -1, samePublisher: -1,
} // prettier-ignore

const ROUNDS = 250
const RIDGE = 1e-5

/**
 * Logistic regression by gradient descent (Adam), each group with the same say whatever its size. Deterministic.
 * @returns weights in the order of `EVIDENCE`
 */
export function fit(
  groups: readonly (readonly Decision[])[],
  start: ArrayLike<number>,
  shares?: readonly number[],
): Float64Array {
  const size = EVIDENCE.length
  const weights = Float64Array.from({ length: size }, (_, k) => start[k] ?? 0)
  const signs = EVIDENCE.map((name) => SIGNS[name] ?? 0)
  const mean = new Float64Array(size)
  const spread = new Float64Array(size)
  const gradient = new Float64Array(size)
  const totals = groups.map((group) => group.reduce((sum, { weight }) => sum + weight, 0))

  for (let round = 1; round <= ROUNDS; round++) {
    gradient.fill(0)
    groups.forEach((group, at) => {
      const scale = (shares?.[at] ?? 1) / ((totals[at] ?? 1) * groups.length)
      for (const { evidence, right, weight } of group) {
        let z = 0
        for (let k = 0; k < size; k++) z += (weights[k] as number) * (evidence[k] as number)
        const error = (1 / (1 + Math.exp(-z)) - right) * weight * scale
        for (let k = 0; k < size; k++) gradient[k] = (gradient[k] as number) + error * (evidence[k] as number)
      }
    })
    const rate = round < ROUNDS * 0.7 ? 0.1 : 0.02
    for (let k = 0; k < size; k++) {
      const slope = (gradient[k] as number) + RIDGE * (weights[k] as number)
      mean[k] = 0.9 * (mean[k] as number) + 0.1 * slope
      spread[k] = 0.999 * (spread[k] as number) + 0.001 * slope * slope
      const step = (mean[k] as number) / (1 - 0.9 ** round)
      const size2 = Math.sqrt((spread[k] as number) / (1 - 0.999 ** round)) + 1e-9
      weights[k] = (weights[k] as number) - (rate * step) / size2
      if ((signs[k] as number) * (weights[k] as number) < 0) weights[k] = 0
    }
  }
  return weights
}
