/** Returns the value of a key, and makes it on first use. */
export function getOrInsert<K, V>(map: Map<K, V>, key: K, make: (key: K) => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make(key)
  map.set(key, made)
  return made
}
