/** A map, or a cache that may forget. */
interface Mapping<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** Returns the value of a key, and makes it on first use. */
export function getOrInsert<K, V>(map: Mapping<K, V>, key: K, make: (key: K) => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make(key)
  map.set(key, made)
  return made
}
