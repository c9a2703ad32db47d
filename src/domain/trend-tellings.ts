import type { TrendItems } from './story.ts'
import type { EpochMs } from './time.ts'

/** What the rows of one story tell; rows are given in order of time. */
export interface Tellings {
  /** Each publisher once, at its first row, and the sum of their weights faded by age. */
  ofWindow(rows: Uint32Array): { readonly publishers: number; readonly velocity: number }
  /** How many windows back the story's past begins, and the publishers of each of these windows, added up. */
  ofPast(
    rows: Uint32Array,
    start: EpochMs,
    windowMs: number,
  ): { readonly windows: number; readonly tellings: number }
  /**
   * The row of the item that stands for the story: of the best source and engagement, near to the middle of what is told; the
   * earliest of equals. So what is shown is what rises, and neither what led to it nor what was put with it by mistake.
   */
  leadOf(rows: Uint32Array): number
  sourcesOf(rows: Uint32Array): number
}

/** @param halfLifeMs > 0 */
export function createTellings(items: TrendItems, halfLifeMs: number, now: EpochMs): Tellings {
  const { publishedAt, publisher, engagement, carrier, carriers } = items
  let highest = 0
  for (let row = 0; row < publisher.length; row += 1) highest = Math.max(highest, publisher[row] ?? 0)
  // Which question met a publisher last: each has a number of its own, so that nothing need be cleared.
  const met = new Float64Array(highest + 1)
  let question = 0

  const weightOf = (row: number): number => carriers.get(carrier[row] ?? 0)?.weight ?? 1
  const timeOf = (row: number): EpochMs => Math.min(publishedAt[row] ?? 0, now)

  return {
    ofWindow(rows) {
      question += 1
      const faded: number[] = []
      for (const [at, row] of rows.entries()) {
        const who = publisher[row] ?? 0
        if (met[who] === question) continue
        met[who] = question
        faded.push(bestWeight(rows, at) * 2 ** ((timeOf(row) - now) / halfLifeMs))
      }
      // summed in order of size: the same tellings give the same sum to the last bit, however they came in
      const velocity = faded.sort((a, b) => a - b).reduce((sum, value) => sum + value, 0)
      return { publishers: faded.length, velocity }
    },
    ofPast(rows, start, windowMs) {
      let windows = 0
      let tellings = 0
      let last = -1
      for (const row of rows) {
        const window = Math.floor((start - (publishedAt[row] ?? 0)) / windowMs)
        windows = Math.max(windows, window + 1)
        // In order of time a window's rows stand together.
        if (window !== last) question += 1
        last = window
        const who = publisher[row] ?? 0
        if (met[who] === question) continue
        met[who] = question
        tellings += 1
      }
      return { windows, tellings }
    },
    leadOf(rows) {
      const middle = middleOf(rows)
      let lead = rows[0] ?? 0
      let best = -1
      for (const row of rows) {
        const away = Math.abs(timeOf(row) - middle)
        const quality = weightOf(row) * Math.sqrt(1 + (engagement[row] ?? 0)) * 2 ** (-away / halfLifeMs)
        if (quality <= best) continue
        best = quality
        lead = row
      }
      return lead
    },
    sourcesOf: (rows) =>
      new Set(Array.from(rows, (row) => carriers.get(carrier[row] ?? 0)?.sources ?? []).flat()).size,
  }

  /** The time by which half of the story was told, where each item counts as much as its age has left of it. */
  function middleOf(rows: Uint32Array): EpochMs {
    const faded = Array.from(rows, (row) => 2 ** ((timeOf(row) - now) / halfLifeMs))
    let left = faded.reduce((sum, value) => sum + value, 0) / 2
    for (const [at, value] of faded.entries()) {
      left -= value
      // A rounding error must not pass over the middle of two.
      if (left <= 1e-9) return timeOf(rows[at] ?? 0)
    }
    return now
  }

  /** Of what a publisher tells at one moment through several sources, the best counts. */
  function bestWeight(rows: Uint32Array, start: number): number {
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
