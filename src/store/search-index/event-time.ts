import type { Place } from '../../domain/filter.ts'
import { namedMonth } from '../../domain/query/named-month.ts'
import type { QueryNode } from '../../domain/search.ts'
import { isDated } from './document.ts'
import type { Tuning } from './fields.ts'
import { documentOf, type Segment } from './segment.ts'

/** When answers were published, seconds since the epoch, by id; only those whose time is known. */
export type EventTimes = ReadonlyMap<number, number>

export function timesOf(places: readonly Place[], segments: readonly Segment[]): EventTimes {
  const times = new Map<number, number>()
  for (const { columns } of segments) {
    for (const { id } of places) {
      const doc = documentOf(columns, id)
      const code = columns.publishedAt[doc] ?? 0
      if (doc >= 0 && columns.coverage[doc] !== 0 && isDated(code)) times.set(id, code)
    }
  }
  return times
}

/**
 * Orders answers anew by whether they are of the month that a query names, `July 2018`: no text of July says so. What was
 * published of it is known of those with a time alone.
 */
export function byNamedMonth(
  places: readonly Place[],
  query: QueryNode,
  times: EventTimes,
  { closeness }: Tuning,
): Place[] {
  const month = namedMonth(textsOf(query).join(' '))
  if (month === undefined) return [...places]
  const isOfIt = (seconds: number): boolean => seconds * 1_000 >= month.from && seconds * 1_000 < month.to
  return places
    .map(({ id, value }) => ({
      id,
      value: isOfIt(times.get(id) ?? 0) ? value * (1 + closeness.month) : value,
    }))
    .sort((a, b) => b.value - a.value || b.id - a.id)
}

/** What a query looks for, in its order. */
function textsOf(query: QueryNode): string[] {
  if (query.kind === 'word' || query.kind === 'phrase') return [query.text]
  return query.kind === 'and' || query.kind === 'or' ? query.children.flatMap(textsOf) : []
}

/** Answers that tell when the event of a query was. */
const WITNESSES = 20
/** How far apart in time reports of one event stand, seconds. */
const EVENT_SECONDS = 2 * 86_400

/**
 * Orders answers anew by when the best of them were published: reports of one event come within days, and a sentence
 * as a query is of one event more often than not. One whose time is unknown counts as the others do in the mean, and
 * is no witness. Where all are of one time nothing changes.
 */
export function byTime(places: readonly Place[], times: EventTimes, { closeness }: Tuning): Place[] {
  const best = places[0]?.value ?? 0
  if (closeness.event === 0 || best <= 0) return [...places]
  const witnesses = places.slice(0, WITNESSES).flatMap(({ id, value }) => {
    const at = times.get(id)
    return at === undefined ? [] : [{ id, at, vote: (value / best) ** 4 }]
  })
  const densities = new Map<number, number>()
  for (const [id, at] of times) {
    let density = 0
    for (const witness of witnesses) {
      if (witness.id !== id) density += witness.vote * alikeInTime(at, witness.at)
    }
    densities.set(id, density)
  }
  const densest = Math.max(0, ...densities.values())
  if (densest === 0) return [...places]
  const mean = [...densities.values()].reduce((sum, density) => sum + density, 0) / densities.size
  return places
    .map(({ id, value }) => ({
      id,
      value: value * (1 + (closeness.event * (densities.get(id) ?? mean)) / densest),
    }))
    .sort((a, b) => b.value - a.value || b.id - a.id)
}

/** What remains of the likeness of two texts that are of different times: they tell alike of two events. */
const OTHER_TIME = 0.2
/** The same where the time of one is unknown. */
const UNKNOWN_TIME = 0.4

/** How much the likeness of two answers counts, 0..1. */
export function timeShare(times: EventTimes, one: number, other: number): number {
  const [a, b] = [times.get(one), times.get(other)]
  if (a === undefined || b === undefined) return UNKNOWN_TIME
  return OTHER_TIME + (1 - OTHER_TIME) * alikeInTime(a, b)
}

function alikeInTime(a: number, b: number): number {
  return Math.exp(-Math.abs(a - b) / EVENT_SECONDS)
}
