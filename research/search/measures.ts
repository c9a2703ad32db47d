/** nDCG at 10: gains of the answer's first ten, faded by rank, over those of the best possible answer. */
export function ndcg10(ids: readonly number[], gains: ReadonlyMap<number, number>): number {
  const ideal = faded([...gains.values()].sort((a, b) => b - a))
  return ideal === 0 ? 0 : faded(ids.map((id) => gains.get(id) ?? 0)) / ideal
}

/** One over the rank of the first right answer among ten; 0 where there is none. */
export function reciprocalRank10(ids: readonly number[], gains: ReadonlyMap<number, number>): number {
  const rank = ids.slice(0, 10).findIndex((id) => gains.has(id))
  return rank === -1 ? 0 : 1 / (rank + 1)
}

/** Part of the right answers that are among the first ten, of at most ten. */
export function recall10(ids: readonly number[], gains: ReadonlyMap<number, number>): number {
  const found = ids.slice(0, 10).filter((id) => gains.has(id)).length
  return found / Math.min(10, gains.size)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function faded(gains: readonly number[]): number {
  return gains.slice(0, 10).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0)
}
