import { isObject } from './values.ts'

/** One step of a path: a name, a place in a list, or every element of one. */
type Step = string | number | typeof EVERY

const EVERY = Symbol('every')

/**
 * Reads a path into JSON: `data.items[*].author.name`, `results[0]['odd key']`, with or without a leading
 * `$`; the empty path and `$` mean the value itself.
 *
 * @returns the steps; `undefined` for what is no path
 */
export function parsePath(written: string): readonly Step[] | undefined {
  const text = written.trim().replace(/^\$\.?/, '')
  const steps: Step[] = []
  const step = /\.?([^.[\]]+)|\[(\d{1,9})\]|\[(\*?)\]|\['([^']*)'\]|\["([^"]*)"\]/y
  while (step.lastIndex < text.length) {
    const found = step.exec(text)
    if (found === null) return undefined
    const [, name, index, every, single, double] = found
    if (every !== undefined) steps.push(EVERY)
    else if (index !== undefined) steps.push(Number(index))
    else steps.push(name ?? single ?? double ?? '')
  }
  return steps
}

/** All values that a path leads to; a list at its end counts as its elements. */
export function valuesAt(value: unknown, steps: readonly Step[]): unknown[] {
  let values = [value]
  for (const step of steps) values = values.flatMap((one) => follow(one, step))
  return values.flatMap((one): unknown[] => (Array.isArray(one) ? one : [one]))
}

function follow(value: unknown, step: Step): unknown[] {
  if (step === EVERY) {
    if (Array.isArray(value)) return value
    return isObject(value) ? Object.values(value) : []
  }
  if (typeof step === 'number') return Array.isArray(value) && step < value.length ? [value[step]] : []
  // A name after a list means that name of each of its elements: `[*]` may be left out.
  if (Array.isArray(value)) return value.flatMap((one) => follow(one, step))
  return isObject(value) && Object.hasOwn(value, step) ? [value[step]] : []
}
