/** Groups values by key: groups in order of first occurrence, values in their order. */
export function groupBy<T, Key>(values: Iterable<T>, keyOf: (value: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
