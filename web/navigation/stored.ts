/** Values that the browser did not keep: its storage is full or disabled. They last as long as the document. */
const unkept = new Map<string, unknown>()

/** Of the store that the page shows. */
let owner = ''

/**
 * Keeps what follows apart from what was kept for other stores at the same host, such as the sample newsroom: their items have
 * the same ids.
 */
export function keepFor(storeId: string): void {
  owner = storeId
}

const keyOf = (name: string): string => `${name}-${owner}`

type Place = 'localStorage' | 'sessionStorage'

/** Reads a value that this browser keeps. Gives `fallback` if it is missing or invalid. */
export function readStored<Value>(
  name: string,
  isValue: (value: unknown) => value is Value,
  fallback: Value,
  place: Place = 'localStorage',
): Value {
  try {
    // Where storage is disabled, naming it is an error, or it is null.
    const key = keyOf(name)
    const value: unknown = unkept.get(key) ?? JSON.parse(globalThis[place].getItem(key) ?? 'null')
    return isValue(value) ? value : fallback
  } catch {
    return fallback
  }
}

/** Keeps a value in this browser. If storage is full or disabled, the value lasts only as long as the document. */
export function writeStored(name: string, value: unknown, place: Place = 'localStorage'): void {
  const key = keyOf(name)
  try {
    globalThis[place].setItem(key, JSON.stringify(value))
    unkept.delete(key)
  } catch {
    unkept.set(key, value)
  }
}

/** Whether something lasts only as long as the document. */
export const isStorageFailing = (): boolean => unkept.size > 0

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Whether a value is an object with numbers of these names. */
export function hasNumbers(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => isNumber(Reflect.get(value, name)))
}

/** Deletes all that this browser keeps of the page, except what is kept to be read offline. */
export function forgetStored(): void {
  unkept.clear()
  for (const place of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[place]
      const keys = Object.keys(storage).filter((key) => key.startsWith('digest-'))
      keys.forEach((key) => storage.removeItem(key))
    } catch {
      // Disabled: it has nothing.
    }
  }
}
