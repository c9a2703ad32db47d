import type { TrendItems } from '../../model/story.ts'
import type { EpochMs } from '../../model/time.ts'
import type { RowsByStory } from './rows.ts'

export type Coverage = ReturnType<typeof createCoverage>

/**
 * Counts the publishers of a story over time; copies count in part. The rows of a story must be in order of time.
 *
 * @param halfLifeMs > 0
 */
export function createCoverage(items: TrendItems, halfLifeMs: number, now: EpochMs) {
  const { publishedAt, publisher, share, engagement, carrier, carriers } = items
  let highest = 0
  for (let row = 0; row < publisher.length; row += 1) highest = Math.max(highest, publisher[row] ?? 0)
  // By publisher: number of the last count that met it. Each count has a new number, so nothing need be cleared.
  const lastCount = new Float64Array(highest + 1)
  let countNumber = 0

  const weightOf = (row: number): number => carriers.get(carrier[row] ?? 0)?.weight ?? 1
  const timeOf = (row: number): EpochMs => Math.min(publishedAt[row] ?? 0, now)
  /** Faded weights of a story's publishers, ascending. Reused for each story. */
  const faded: number[] = []

  return {
    /**
     * Counts each publisher of a story once, at its first row.
     *
     * @param story its number among the candidates
     * @returns the number of publishers, and the sum of their weights faded by age
     */
    ofWindow({ starts, rows }: RowsByStory, story: number): { publishers: number; velocity: number } {
      countNumber += 1
      let publishers = 0
      let counted = 0
      const end = starts[story + 1] ?? 0
      for (let at = starts[story] ?? 0; at < end; at += 1) {
        const row = rows[at] ?? 0
        const who = publisher[row] ?? 0
        if (lastCount[who] === countNumber) continue
        lastCount[who] = countNumber
        const part = bestShare(rows, at, end)
        const value = part * bestWeight(rows, at, end) * 2 ** ((timeOf(row) - now) / halfLifeMs)
        let index = counted
        for (; index > 0 && (faded[index - 1] ?? 0) > value; index -= 1) faded[index] = faded[index - 1] ?? 0
        faded[index] = value
        counted += 1
        publishers += part
      }
      // Summed in ascending order, so that the order of the rows does not matter.
      let velocity = 0
      for (let at = 0; at < counted; at += 1) velocity += faded[at] ?? 0
      return { publishers, velocity }
    },
    /** Age of the story in windows, and the sum of the publishers in each of these windows. */
    ofPast({ starts, rows }: RowsByStory, story: number, start: EpochMs, windowMs: number) {
      let windows = 0
      let reports = 0
      let last = -1
      const end = starts[story + 1] ?? 0
      for (let at = starts[story] ?? 0; at < end; at += 1) {
        const row = rows[at] ?? 0
        const window = Math.floor((start - (publishedAt[row] ?? 0)) / windowMs)
        windows = Math.max(windows, window + 1)
        // Rows are in order of time, so those of a window are consecutive.
        if (window !== last) countNumber += 1
        last = window
        const who = publisher[row] ?? 0
        if (lastCount[who] === countNumber) continue
        lastCount[who] = countNumber
        reports += bestShare(rows, at, end)
      }
      return { windows, reports }
    },
    /** The row with the best source weight and engagement; ties go to the earliest. */
    leadOf(rows: Uint32Array): number {
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
    sourcesOf: (rows: Uint32Array): number =>
      new Set(Array.from(rows, (row) => carriers.get(carrier[row] ?? 0)?.sources ?? []).flat()).size,
  }

  /** Share of a publisher: the largest of its rows, the first of which is at `start`. */
  function bestShare(rows: Uint32Array, start: number, end: number): number {
    const first = rows[start] ?? 0
    let best = share[first] ?? 1
    for (let at = start + 1; at < end && best < 1; at += 1) {
      const row = rows[at] ?? 0
      if (publisher[row] === publisher[first]) best = Math.max(best, share[row] ?? 1)
    }
    return best
  }

  /** The highest weight of the publisher's sources at the time of the first row. */
  function bestWeight(rows: Uint32Array, start: number, end: number): number {
    const first = rows[start] ?? 0
    let best = weightOf(first)
    for (let at = start + 1; at < end; at += 1) {
      const row = rows[at] ?? 0
      if (timeOf(row) !== timeOf(first)) break
      if (publisher[row] === publisher[first]) best = Math.max(best, weightOf(row))
    }
    return best
  }
}
