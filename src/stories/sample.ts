/** Samples at most `max` items evenly. */
export function sampleOf<T>(items: readonly T[], max: number): T[] {
  if (items.length <= max) return [...items]
  const step = items.length / max
  const chosen = new Set(Array.from({ length: max }, (_, n) => Math.floor(n * step)))
  return items.filter((_, at) => chosen.has(at))
}
