/**
 * Parses a stored JSON value.
 *
 * @returns `undefined` if it is damaged: one row must not hide all others
 */
export function storedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Parses a stored list; `undefined` if it is damaged, which `doctor --deep` reports. */
export function storedList(json: string | null): readonly unknown[] | undefined {
  const list = json === null ? [] : storedJson(json)
  return Array.isArray(list) ? list : undefined
}
