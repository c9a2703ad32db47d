import { FEATURES } from '../../src/stories/cluster/features.ts'
import type { LinkModel } from '../../src/stories/cluster/link-odds.ts'

/** A pair of labelled items that the clusterer compared. */
export interface Example {
  readonly features: readonly number[]
  readonly isOneEvent: boolean
  readonly weight: number
}

/** The examples of one set of items. */
export interface Lesson {
  readonly examples: readonly Example[]
  /** Weight of the set; 1 for a set of real feeds. */
  readonly share: number
}

/** Strength of the L2 regularization, against a total weight of `SET_WEIGHT` for each set of real feeds. */
const RIDGE = 10
const SET_WEIGHT = 16_000

const STEPS = 12
const SMALL_STEP = 1e-3

/** One column for each feature, one for each product of two, and the bias. */
const COLUMNS = FEATURES.length + (FEATURES.length * (FEATURES.length + 1)) / 2 + 1
const BIAS = COLUMNS - 1

/** The examples of a set as rows, with columns of mean 0 and deviation 1. */
interface Rows {
  readonly values: Float64Array
  readonly isOneEvent: Float64Array
  readonly weights: Float64Array
}

/** Fits logistic regression on features and their products by Newton's method. */
export function learn(lessons: readonly Lesson[]): LinkModel {
  const { means, deviations } = scaleOf(lessons.flatMap(({ examples }) => examples))
  const all = lessons.map((lesson) => rowsOf(lesson, means, deviations))
  const weights = new Float64Array(COLUMNS)
  for (let step = 0; step < STEPS; step++) {
    const hessian = Array.from({ length: COLUMNS }, () => new Float64Array(COLUMNS))
    const gradient = new Float64Array(COLUMNS)
    for (const rows of all) addSlopes(rows, weights, hessian, gradient)
    for (let k = 0; k < COLUMNS; k++) {
      const ridge = k === BIAS ? 1e-6 : RIDGE
      add(gradient, k, -ridge * (weights[k] ?? 0))
      const row = hessian[k] ?? gradient
      add(row, k, ridge)
      for (let other = 0; other < k; other++) row[other] = hessian[other]?.[k] ?? 0
    }
    const change = solve(hessian, gradient)
    for (let k = 0; k < COLUMNS; k++) add(weights, k, change[k] ?? 0)
    if (change.every((value) => Math.abs(value) < SMALL_STEP)) break
  }
  return modelOf(weights, means, deviations)
}

function addSlopes(
  rows: Rows,
  weights: Float64Array,
  hessian: readonly Float64Array[],
  gradient: Float64Array,
): void {
  const { values, isOneEvent } = rows
  for (let row = 0; row < isOneEvent.length; row++) {
    const at = row * COLUMNS
    let odds = 0
    for (let k = 0; k < COLUMNS; k++) odds += (values[at + k] ?? 0) * (weights[k] ?? 0)
    const chance = 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, odds))))
    const weight = rows.weights[row] ?? 0
    const error = weight * ((isOneEvent[row] ?? 0) - chance)
    for (let k = 0; k < COLUMNS; k++) add(gradient, k, error * (values[at + k] ?? 0))
    const curve = weight * chance * (1 - chance)
    if (curve < 1e-4) continue
    for (const [k, of] of hessian.entries()) {
      const factor = curve * (values[at + k] ?? 0)
      for (let other = k; other < COLUMNS; other++) add(of, other, factor * (values[at + other] ?? 0))
    }
  }
}

function scaleOf(examples: readonly Example[]): { means: Float64Array; deviations: Float64Array } {
  const means = new Float64Array(COLUMNS)
  const squares = new Float64Array(COLUMNS)
  const row = new Float64Array(COLUMNS)
  for (const { features } of examples) {
    expand(features, row, 0)
    for (let k = 0; k < BIAS; k++) {
      add(means, k, (row[k] ?? 0) / examples.length)
      add(squares, k, (row[k] ?? 0) ** 2 / examples.length)
    }
  }
  const deviations = squares.map((square, k) => Math.sqrt(Math.max(0, square - (means[k] ?? 0) ** 2)) + 1e-6)
  deviations[BIAS] = 1
  return { means, deviations }
}

function rowsOf({ examples, share }: Lesson, means: Float64Array, deviations: Float64Array): Rows {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const values = new Float64Array(examples.length * COLUMNS)
  for (const [row, { features }] of examples.entries()) {
    const at = row * COLUMNS
    expand(features, values, at)
    for (let k = 0; k < COLUMNS; k++)
      values[at + k] = ((values[at + k] ?? 0) - (means[k] ?? 0)) / (deviations[k] ?? 1)
  }
  return {
    values,
    isOneEvent: Float64Array.from(examples, ({ isOneEvent }) => Number(isOneEvent)),
    weights: Float64Array.from(examples, ({ weight }) => (weight * share * SET_WEIGHT) / total),
  }
}

/** Features, products in the order of `LinkModel`, and 1 for the bias. */
function expand(features: readonly number[], into: Float64Array, from: number): void {
  into.set(features, from)
  let at = from + FEATURES.length
  for (let k = 0; k < FEATURES.length; k++) {
    for (let other = k; other < FEATURES.length; other++)
      into[at++] = (features[k] ?? 0) * (features[other] ?? 0)
  }
  into[at] = 1
}

/** Solves a system of linear equations by Gaussian elimination. The matrix is positive definite, so no pivoting is needed. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const solution = right.slice()
  for (const [k, pivot] of matrix.entries()) {
    for (let row = k + 1; row < COLUMNS; row++) {
      const of = matrix[row] ?? pivot
      const factor = (of[k] ?? 0) / (pivot[k] ?? 1)
      for (let column = k; column < COLUMNS; column++) add(of, column, -factor * (pivot[column] ?? 0))
      add(solution, row, -factor * (solution[k] ?? 0))
    }
  }
  for (let k = COLUMNS - 1; k >= 0; k--) {
    const of = matrix[k] ?? right
    for (let column = k + 1; column < COLUMNS; column++)
      add(solution, k, -(of[column] ?? 0) * (solution[column] ?? 0))
    solution[k] = (solution[k] ?? 0) / (of[k] ?? 1)
  }
  return solution
}

/** The weights of features as they are, without scaling. */
function modelOf(weights: Float64Array, means: Float64Array, deviations: Float64Array): LinkModel {
  const plain = weights.map((weight, k) => weight / (deviations[k] ?? 1))
  const shift = plain.reduce((sum, weight, k) => (k === BIAS ? sum : sum + weight * (means[k] ?? 0)), 0)
  const rounded = (from: number, until: number): number[] =>
    Array.from(plain.subarray(from, until), (weight) => Number(weight.toFixed(3)))
  return {
    bias: Number(((plain[BIAS] ?? 0) - shift).toFixed(3)),
    weights: rounded(0, FEATURES.length),
    products: rounded(FEATURES.length, BIAS),
  }
}

function add(list: Float64Array, at: number, amount: number): void {
  list[at] = (list[at] ?? 0) + amount
}
