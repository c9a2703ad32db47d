/** Values that could not be stored, because storage is full or disabled. They live as long as the document. */
const unkept = new Map<string, unknown>()

/** Id of the store that the page shows. */
let owner = ''

/**
 * Separates stored values from those of other stores at the same host, such as the sample newsroom, whose items have
 * the same ids.
 */
export function keepFor(storeId: string): void {
  owner = storeId
}

const keyOf = (name: string): string => `${name}-${owner}`

type Place = 'localStorage' | 'sessionStorage'

/** Reads a stored value; `fallback` if it is missing or invalid. */
export function readStored<Value>(
  name: string,
  isValue: (value: unknown) => value is Value,
  fallback: Value,
  place: Place = 'localStorage',
): Value {
  try {
    // Where storage is disabled, accessing it throws, or it is null.
    const key = keyOf(name)
    const value: unknown = unkept.get(key) ?? JSON.parse(globalThis[place].getItem(key) ?? 'null')
    return isValue(value) ? value : fallback
  } catch {
    return fallback
  }
}

/** Stores a value in this browser. If storage is full or disabled, the value lives as long as the document. */
export function writeStored(name: string, value: unknown, place: Place = 'localStorage'): void {
  const key = keyOf(name)
  try {
    globalThis[place].setItem(key, JSON.stringify(value))
    unkept.delete(key)
  } catch {
    unkept.set(key, value)
  }
}

/** Whether any value could not be stored. */
export const isStorageFailing = (): boolean => unkept.size > 0

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Whether a value is an object with numbers of these names. */
export function hasNumbers(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => isNumber(Reflect.get(value, name)))
}

/** Deletes all stored values, except the views kept for reading offline. */
export function forgetStored(): void {
  unkept.clear()
  for (const place of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[place]
      const keys = Object.keys(storage).filter((key) => key.startsWith('digest-'))
      keys.forEach((key) => storage.removeItem(key))
    } catch {
      // Storage is disabled and has nothing.
    }
  }
}
