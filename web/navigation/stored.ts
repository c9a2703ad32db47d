/** A value kept in the browser; `fallback` where there is none, or storage is off or spoilt by hand. */
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

/** If storage is full or off, the value lasts only as long as the document. */
export function writeStored(key: string, value: unknown, storage: Storage = localStorage): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing to do: the caller still has the value.
  }
}
