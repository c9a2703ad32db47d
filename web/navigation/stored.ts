/**
 * Reads a value that this browser keeps. Gives `fallback` if it is missing or invalid, or if storage is disabled.
 */
export function readStored<Value>(
  key: string,
  isValue: (value: unknown) => value is Value,
  fallback: Value,
  storage: Storage = localStorage,
): Value {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    return isValue(value) ? value : fallback
  } catch {
    return fallback
  }
}

/** Keeps a value in this browser. If storage is full or disabled, the value lasts only as long as the document. */
export function writeStored(key: string, value: unknown, storage: Storage = localStorage): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing to do: the caller still has the value.
  }
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a value is an object with numbers of these names. */
export function hasNumbers(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof Reflect.get(value, name) === 'number')
}

/** Deletes all that this browser keeps of the page, except what is kept to be read offline. */
export function forgetStored(): void {
  for (const storage of [localStorage, sessionStorage]) {
    const keys = Object.keys(storage).filter((key) => key.startsWith('digest-'))
    keys.forEach((key) => storage.removeItem(key))
  }
}
