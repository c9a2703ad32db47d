import type { QueryNode } from '../../model/search.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import { forEachMonthName } from '../../text/dates/months.ts'
import { STEM_LANGUAGES } from '../../text/stems/stem.ts'
import { words } from '../../text/words.ts'
import { isDated } from '../index/document.ts'
import type { Tuning } from '../index/fields.ts'
import { documentOf, type Segment } from '../index/segment.ts'
import type { ScoredDoc } from './top-hits.ts'

/** Publication times of hits, seconds since the epoch, by id; only known ones. */
export type EventTimes = ReadonlyMap<number, number>

export function timesOf(hits: readonly ScoredDoc[], segments: readonly Segment[]): EventTimes {
  const times = new Map<number, number>()
  for (const { columns } of segments) {
    for (const { id } of hits) {
      const doc = documentOf(columns, id)
      const code = columns.publishedAt[doc] ?? 0
      if (doc >= 0 && columns.coverage[doc] !== 0 && isDated(code)) times.set(id, code)
    }
  }
  return times
}

/**
 * Reranks hits by whether they were published in the month that a query names, for example `July 2018`. Texts of that
 * month seldom name it. Only hits with a known time count.
 */
export function byNamedMonth(
  hits: readonly ScoredDoc[],
  query: QueryNode,
  times: EventTimes,
  { proximity }: Tuning,
): ScoredDoc[] {
  const month = namedMonth(textsOf(query).join(' '))
  if (month === undefined) return [...hits]
  const isOfIt = (seconds: number): boolean => seconds * 1_000 >= month.from && seconds * 1_000 < month.to
  return hits
    .map(({ id, value }) => ({
      id,
      value: isOfIt(times.get(id) ?? 0) ? value * (1 + proximity.month) : value,
    }))
    .sort((a, b) => b.value - a.value || b.id - a.id)
}

/** The words and phrases of a query, in its order. */
function textsOf(query: QueryNode): string[] {
  if (query.kind === 'word' || query.kind === 'phrase') return [query.text]
  return query.kind === 'and' || query.kind === 'or' ? query.children.flatMap(textsOf) : []
}

/** Number of hits from which the time of the query's event is estimated. */
const VOTING_HITS = 20
/** Time scale of the reports of one event, seconds. */
const EVENT_SECONDS = 2 * 86_400

/**
 * Reranks hits by the time when the best of them were published, since most sentence queries are about one event and its
 * reports appear within days. A hit of unknown time gets the mean factor and does not contribute to the estimate. If all
 * hits are of one time, nothing changes.
 */
export function byTime(hits: readonly ScoredDoc[], times: EventTimes, { proximity }: Tuning): ScoredDoc[] {
  const best = hits[0]?.value ?? 0
  if (proximity.event === 0 || best <= 0) return [...hits]
  const witnesses = hits.slice(0, VOTING_HITS).flatMap(({ id, value }) => {
    const at = times.get(id)
    return at === undefined ? [] : [{ id, at, vote: (value / best) ** 4 }]
  })
  const densities = new Map<number, number>()
  for (const [id, at] of times) {
    let density = 0
    for (const witness of witnesses) {
      if (witness.id !== id) density += witness.vote * timeSimilarity(at, witness.at)
    }
    densities.set(id, density)
  }
  const densest = Math.max(0, ...densities.values())
  if (densest === 0) return [...hits]
  const mean = [...densities.values()].reduce((sum, density) => sum + density, 0) / densities.size
  return hits
    .map(({ id, value }) => ({
      id,
      value: value * (1 + (proximity.event * (densities.get(id) ?? mean)) / densest),
    }))
    .sort((a, b) => b.value - a.value || b.id - a.id)
}

/** Minimum factor for the similarity of texts of different times, which may report two events. */
const MIN_SIMILARITY_FACTOR = 0.2
/** The factor if the time of one text is unknown. */
const UNKNOWN_TIME_FACTOR = 0.4

/** Factor of the similarity of two hits, 0..1. */
export function similarityFactor(times: EventTimes, one: number, other: number): number {
  const [a, b] = [times.get(one), times.get(other)]
  if (a === undefined || b === undefined) return UNKNOWN_TIME_FACTOR
  return MIN_SIMILARITY_FACTOR + (1 - MIN_SIMILARITY_FACTOR) * timeSimilarity(a, b)
}

function timeSimilarity(a: number, b: number): number {
  return Math.exp(-Math.abs(a - b) / EVENT_SECONDS)
}

/** A range of time, its end exclusive. */
export interface TimeSpan {
  readonly from: EpochMs
  readonly to: EpochMs
}

/** Statistics of a month are published in the weeks after it. */
const REPORTED_AFTER_MS = 14 * DAY_MS

/**
 * Finds the first month with its year that a text names, in any supported language: `July 2018`,
 * `4. Juli 2018`, `julio de 2018`. A year alone says little: a coming election is reported for years.
 *
 * @returns the time of reports about that month; `undefined` if none is named
 */
export function namedMonth(text: string): TimeSpan | undefined {
  const parts = words(text, null, false).map(({ folded }) => folded)
  for (const [at, part] of parts.entries()) {
    // Few queries have a year, so the names of months are read on first use.
    if (!/^(19|20)\d\d$/.test(part)) continue
    const month = monthOf(parts[at - 1]) ?? monthOf(parts[at - 2])
    if (month === undefined) continue
    const year = Number(part)
    return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) + REPORTED_AFTER_MS }
  }
  return undefined
}

function monthOf(name: string | undefined): number | undefined {
  months ??= readMonths()
  return name === undefined ? undefined : months.get(name)
}

let months: ReadonlyMap<string, number> | undefined

/** `Mars 2020` is the name of a rover and a month in French. */
const AMBIGUOUS_MONTH = 'mars'

/**
 * Months by folded name, alone and as in a date; 0 for January. Names that mean different months in two languages are left
 * out.
 */
function readMonths(): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const doubtful = new Set([AMBIGUOUS_MONTH])
  for (const language of STEM_LANGUAGES) {
    forEachMonthName(language, 'long', (text, month) => {
      // In a Catalan date the name has a preposition: `de gener`.
      const name = words(text, null, false).at(-1)?.folded ?? ''
      if (!/\p{L}/u.test(name)) return
      if ((found.get(name) ?? month) !== month) doubtful.add(name)
      found.set(name, month)
    })
  }
  for (const name of doubtful) found.delete(name)
  return found
}
