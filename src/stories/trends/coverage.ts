import type { TrendItems } from '../../model/story.ts'
import type { EpochMs } from '../../model/time.ts'

export type Coverage = ReturnType<typeof createCoverage>

/**
 * Counts the publishers of a story over time, those with nothing but copies in part. The rows of a story must be in order
 * of time.
 *
 * @param halfLifeMs > 0
 */
export function createCoverage(items: TrendItems, halfLifeMs: number, now: EpochMs) {
  const { publishedAt, publisher, share, engagement, carrier, carriers } = items
  const weightOf = (row: number): number => carriers.get(carrier[row] ?? 0)?.weight ?? 1
  const timeOf = (row: number): EpochMs => Math.min(publishedAt[row] ?? 0, now)

  return {
    /**
     * Each publisher of a story counts once, at its first row.
     *
     * @returns the number of publishers, and the sum of their weights faded by age
     */
    ofWindow(rows: readonly number[]): { publishers: number; velocity: number } {
      const met = new Set<number>()
      const faded: number[] = []
      let publishers = 0
      for (const [at, row] of rows.entries()) {
        const who = publisher[row] ?? 0
        if (met.has(who)) continue
        met.add(who)
        const part = bestShare(rows, at)
        publishers += part
        faded.push(part * bestWeight(rows, at) * 2 ** ((timeOf(row) - now) / halfLifeMs))
      }
      // Summed from the smallest value on, so the sum does not depend on the order of the rows.
      const velocity = faded.sort((a, b) => a - b).reduce((sum, value) => sum + value, 0)
      return { publishers, velocity }
    },
    /** How many windows ago the story began, and the sum of the publishers of each of these windows. */
    ofPast(rows: readonly number[], start: EpochMs, windowMs: number) {
      const met = new Set<number>()
      let windows = 0
      let reports = 0
      let last = -1
      for (const [at, row] of rows.entries()) {
        const window = Math.floor((start - (publishedAt[row] ?? 0)) / windowMs)
        windows = Math.max(windows, window + 1)
        // Rows are in order of time, so the rows of one window are consecutive.
        if (window !== last) met.clear()
        last = window
        const who = publisher[row] ?? 0
        if (met.has(who)) continue
        met.add(who)
        reports += bestShare(rows, at)
      }
      return { windows, reports }
    },
    /** The row with the best source weight and engagement; of equals, the earliest. */
    leadOf(rows: readonly number[]): number {
      let lead = rows[0] ?? 0
      let best = -1
      for (const row of rows) {
        const quality = weightOf(row) * Math.sqrt(1 + (engagement[row] ?? 0))
        if (quality <= best) continue
        best = quality
        lead = row
      }
      return lead
    },
    sourcesOf: (rows: readonly number[]): number =>
      new Set(rows.flatMap((row) => carriers.get(carrier[row] ?? 0)?.sources ?? [])).size,
  }

  /** What a publisher adds by the best of its rows, the first of which is at `start`. */
  function bestShare(rows: readonly number[], start: number): number {
    const first = rows[start] ?? 0
    let best = share[first] ?? 1
    for (let at = start + 1; at < rows.length && best < 1; at += 1) {
      const row = rows[at] ?? 0
      if (publisher[row] === publisher[first]) best = Math.max(best, share[row] ?? 1)
    }
    return best
  }

  /** The highest weight of the sources through which a publisher published at the time of the first row. */
  function bestWeight(rows: readonly number[], start: number): number {
    const first = rows[start] ?? 0
    let best = weightOf(first)
    for (let at = start + 1; at < rows.length; at += 1) {
      const row = rows[at] ?? 0
      if (timeOf(row) !== timeOf(first)) break
      if (publisher[row] === publisher[first]) best = Math.max(best, weightOf(row))
    }
    return best
  }
}
