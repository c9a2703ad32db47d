import { EVERY, type JsonStep } from '../../domain/paths/json-path.ts'
import { isObject } from './values.ts'

/** All values that a path leads to; a list at its end counts as its elements. */
export function valuesAt(value: unknown, steps: readonly JsonStep[]): unknown[] {
  return ends(value, steps).flatMap((one): unknown[] => (Array.isArray(one) ? one : [one]))
}

/**
 * Whether a path leads to anything, be it an empty list; an empty list on its way counts, since its elements
 * may have had it.
 */
export function reaches(value: unknown, steps: readonly JsonStep[]): boolean {
  return (
    ends(value, steps).length > 0 || steps.some((_, index) => isEmptyList(ends(value, steps.slice(0, index))))
  )
}

function ends(value: unknown, steps: readonly JsonStep[]): unknown[] {
  let values = [value]
  for (const step of steps) values = values.flatMap((one) => follow(one, step))
  return values
}

function isEmptyList(values: readonly unknown[]): boolean {
  return values.length > 0 && values.every((one) => Array.isArray(one) && one.length === 0)
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
