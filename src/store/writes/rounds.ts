/**
 * Splits a list so that no part has a key twice, and keeps the order: a statement that writes many rows must not write
 * one twice.
 */
export function inRounds<T>(list: readonly T[], keyOf: (one: T) => string | number): T[][] {
  const rounds: T[][] = []
  const counts = new Map<string | number, number>()
  for (const one of list) {
    const key = keyOf(one)
    const round = counts.get(key) ?? 0
    counts.set(key, round + 1)
    const members = rounds[round]
    if (members === undefined) rounds.push([one])
    else members.push(one)
  }
  return rounds
}
