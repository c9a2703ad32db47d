/** nDCG@10: the gains of the first ten hits, discounted by rank, divided by those of the best possible order. */
export function ndcg10(ids: readonly number[], gains: ReadonlyMap<number, number>): number {
  const ideal = faded([...gains.values()].sort((a, b) => b - a))
  return ideal === 0 ? 0 : faded(ids.map((id) => gains.get(id) ?? 0)) / ideal
}

/** 1 / rank of the first relevant hit among ten; 0 if there is none. */
export function reciprocalRank10(ids: readonly number[], gains: ReadonlyMap<number, number>): number {
  const rank = ids.slice(0, 10).findIndex((id) => gains.has(id))
  return rank === -1 ? 0 : 1 / (rank + 1)
}

/** Share of the relevant documents among the first ten hits; at most ten relevant ones count. */
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
