/**
 * Reads a value that a row keeps as JSON.
 *
 * @returns `undefined` if the disk has changed its bytes: one row must not hide all others
 */
export function storedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Reads a list. `undefined` if it is damaged, which `doctor --deep` names. */
export function storedList(json: string | null): readonly unknown[] | undefined {
  const list = json === null ? [] : storedJson(json)
  return Array.isArray(list) ? list : undefined
}
