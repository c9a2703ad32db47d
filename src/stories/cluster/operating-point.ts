import { MAX_ODDS } from './link-odds.ts'
import { type Links, NO_END } from './links.ts'
import type { LiveItem } from './live-item.ts'

/** Share of items with a mate in the model's training data. */
const LEARNED_SHARE = 0.27

/** Log odds from which a report joins a story, at that share. */
export const THRESHOLD = 0

/** Maximum change of the threshold: lower on a day of news, higher among mixed feeds. */
const MAX_LOWER = 0.8
const MAX_HIGHER = 0.3

/** The prior share counts as much as this many items. */
const PRIOR_ITEMS = 300

/**
 * The share is estimated again after this many more items, or 20 % more. After the first estimate, the threshold moves
 * by 75 % of the difference, so that stories stay stable.
 */
const AGAIN_AFTER = 50
const AGAIN_GROWTH = 0.2
const STEP = 0.75

/** Maximum number of items per source: a large import says little about the collection. */
const MAX_OF_SOURCE = 60

const ROUNDS = 20
/** Width of the bins of log odds. */
const BIN = 0.25

/**
 * The log odds from which a report joins a story. Where many items have a mate, as in a collection of newspapers, equal
 * similarity more probably means one event than among blogs. So the threshold follows the share of items with a mate,
 * which is estimated from the odds.
 *
 * @see Saerens, Latinne, Decaestecker, "Adjusting the outputs of a classifier to new a priori probabilities", 2002
 */
export class OperatingPoint {
  threshold = THRESHOLD
  #nextAt = AGAIN_AFTER

  /** Updates the estimate if enough items have arrived. */
  follow(items: ReadonlyMap<number, LiveItem>, links: Links<LiveItem>, arrived: number): void {
    if (arrived < this.#nextAt) return
    const step = this.#nextAt === AGAIN_AFTER ? 1 : STEP
    this.#nextAt = arrived + Math.max(AGAIN_AFTER, AGAIN_GROWTH * items.size)
    const shift = logit(shareWithMate(items.values(), links)) - logit(LEARNED_SHARE)
    const target = THRESHOLD - Math.max(-MAX_HIGHER, Math.min(MAX_LOWER, shift))
    this.threshold += step * (target - this.threshold)
  }

  state(): OperatingPointState {
    return { threshold: this.threshold, nextAt: this.#nextAt }
  }

  restore({ threshold, nextAt }: OperatingPointState): void {
    this.threshold = threshold
    this.#nextAt = nextAt
  }
}

export interface OperatingPointState {
  readonly threshold: number
  readonly nextAt: number
}

/** Expectation maximization over the best odds of each dated item. */
function shareWithMate(items: Iterable<LiveItem>, links: Links<LiveItem>): number {
  const counts = new Float64Array((2 * MAX_ODDS) / BIN + 1)
  let total = 0
  const ofSource = new Map<string, number>()
  for (const item of items) {
    const before = ofSource.get(item.sourceId) ?? 0
    if (!item.dated || before === MAX_OF_SOURCE) continue
    ofSource.set(item.sourceId, before + 1)
    let best = -MAX_ODDS
    for (let end = item.firstEnd; end !== NO_END; end = links.next(end)) {
      const odds = links.odds(end)
      if (odds > best && links.beyond(end).sourceId !== item.sourceId) best = odds
    }
    const bin = Math.round((best + MAX_ODDS) / BIN)
    counts[bin] = (counts[bin] ?? 0) + 1
    total++
  }
  let share = LEARNED_SHARE
  for (let round = 0; round < ROUNDS; round++) {
    const prior = share / (1 - share)
    let mates = PRIOR_ITEMS * LEARNED_SHARE
    for (const [bin, count] of counts.entries()) {
      const odds = Math.exp(bin * BIN - MAX_ODDS - logit(LEARNED_SHARE)) * prior
      mates += (count * odds) / (1 + odds)
    }
    share = mates / (total + PRIOR_ITEMS)
  }
  return share
}

function logit(share: number): number {
  return Math.log(share / (1 - share))
}
