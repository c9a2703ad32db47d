import { EVERY, type JsonStep } from '../../domain/paths/json-path.ts'
import { isObject } from './values.ts'

/** All values that a path leads to; a list at its end counts as its elements. */
export function valuesAt(value: unknown, steps: readonly JsonStep[]): unknown[] {
  let values = [value]
  for (const step of steps) values = values.flatMap((one) => follow(one, step))
  return values.flatMap((one): unknown[] => (Array.isArray(one) ? one : [one]))
}

function follow(value: unknown, step: JsonStep): unknown[] {
  if (step === EVERY) {
    if (Array.isArray(value)) return value
    return isObject(value) ? Object.values(value) : []
  }
  if (typeof step === 'number') return Array.isArray(value) && step < value.length ? [value[step]] : []
  // A name after a list means that name of each of its elements: `[*]` may be left out.
  if (Array.isArray(value)) return value.flatMap((one) => follow(one, step))
  return isObject(value) && Object.hasOwn(value, step) ? [value[step]] : []
}
