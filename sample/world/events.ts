import type { EpochMs } from '../../src/model/time.ts'
import type { Outlet } from '../outlets/outlet.ts'
import { OUTLETS } from '../outlets/outlets.ts'
import { randomFor, type Random } from '../random.ts'
import type { Language } from '../texts/language.ts'
import { chooseFacts, type Category, type Facts, type Kind } from './facts.ts'
import { KIND_IDS, KINDS, type KindId } from './kinds.ts'
import type { NamedEntities } from './named-entities.ts'
import { eventTime, isWeekend, type DayNumber } from './publishing-hours.ts'

/** An event of the invented world. */
export interface NewsEvent {
  readonly id: string
  readonly kindId: KindId
  readonly category: Category
  readonly facts: Facts
  /** 0..1; outlets report important events more often. */
  readonly importance: number
  readonly startAt: EpochMs
  /** Whether it is reported everywhere, and not only where it happened. */
  readonly isGlobal: boolean
  readonly home: Language
}

const EVENTS_ON_WEEKDAY = 25
const EVENTS_ON_WEEKEND = 17

/** A stream of choices that picks from each list in turn. */
export type InTurn = (random: Random) => Random

/**
 * What can happen once does not happen twice a day, and seldom within three: no team plays two finals, and no film wins at two
 * festivals. Each list has a third for each day; the others follow where that is used up, and names come again last.
 */
export function turnsOf(day: DayNumber): InTurn {
  const uses = new Map<unknown, number>()
  return (random) => ({
    ...random,
    pick(list) {
      const costs = list.map((each, at) => (uses.get(each) ?? 0) * TURN_DAYS + ((at + day) % TURN_DAYS))
      const lowest = Math.min(...costs)
      const picked = random.pick(list.filter((_, at) => costs[at] === lowest))
      uses.set(picked, (uses.get(picked) ?? 0) + 1)
      return picked
    },
  })
}

const TURN_DAYS = 3

/** The events of a day that more than one outlet may report. */
export function eventsOfDay(
  seed: string,
  entities: NamedEntities,
  day: DayNumber,
  inTurn: InTurn = turnsOf(day),
): NewsEvent[] {
  const random = randomFor(seed, 'events', day)
  const count = random.poisson(isWeekend(day) ? EVENTS_ON_WEEKEND : EVENTS_ON_WEEKDAY)
  return Array.from({ length: count }, (_, index) => {
    const importance = random.next() ** 1.3
    return {
      ...chooseEvent(entities, undefined, random, inTurn),
      id: `${day}-${index}`,
      importance,
      startAt: eventTime(day, random),
      isGlobal: random.chance(0.15 + 0.6 * importance),
      home: random.pick(HOMES),
    }
  })
}

/** Chooses kind and facts of an event of this category, or of any if it is `undefined`. */
export function chooseEvent(
  entities: NamedEntities,
  category: Category | undefined,
  random: Random,
  inTurn: InTurn = (each) => each,
): Pick<NewsEvent, 'kindId' | 'category' | 'facts'> {
  const kindId = chooseKind(category, random)
  const kind: Kind = KINDS[kindId]
  return { kindId, category: kind.category, facts: chooseFacts(kind, entities, inTurn(random)) }
}

/** The probability that an outlet reports an event, 0..1. */
export function coverage(event: NewsEvent, outlet: Outlet): number {
  const near = event.isGlobal || event.home === outlet.language ? 1 : 0.1
  return outlet.alertness * fieldMatch(event, outlet) * near * (0.08 + 0.92 * event.importance)
}

function fieldMatch(event: NewsEvent, outlet: Outlet): number {
  if (outlet.category === event.category) return 1
  if (outlet.category === 'general') return 0.25 + 0.55 * event.importance
  return outlet.category === 'world' ? 0.5 * event.importance : 0
}

/** Events happen in the language areas of the outlets, more often where there are more. Tickers do not count. */
const HOMES: readonly Language[] = OUTLETS.filter(({ role }) => role !== 'ticker').map(
  ({ language }) => language,
)

function chooseKind(category: Category | undefined, random: Random): KindId {
  const kinds = KIND_IDS.filter((id) => category === undefined || KINDS[id].category === category)
  return random.pick(kinds.flatMap((id) => Array.from({ length: KINDS[id].frequency }, () => id)))
}
