/** At most `max` of the items, spread evenly. */
export function sampleOf<T>(items: readonly T[], max: number): T[] {
  if (items.length <= max) return [...items]
  const step = items.length / max
  return Array.from({ length: max }, (_, n) => items[Math.floor(n * step)] as T)
}
