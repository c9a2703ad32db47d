/** Index of the first `sign` at or after `from`, -1 where there is none. */
export type Finder = (sign: string, from: number) => number

/**
 * Finds signs, and remembers the place of each: many searches for one that stands far away, or nowhere,
 * cost one. `from` must never fall for the same sign.
 */
export function createFinder(source: string): Finder {
  const places = new Map<string, number>()
  return (sign, from) => {
    const known = places.get(sign)
    if (known !== undefined && (known === -1 || known >= from)) return known
    const place = source.indexOf(sign, from)
    places.set(sign, place)
    return place
  }
}
