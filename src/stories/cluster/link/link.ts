import { DAY_MS, type EpochMs } from '../../../model/time.ts'
import type { Score } from '../agglomerate.ts'
import type { Cluster, LiveItem } from '../live-item.ts'
import type { LiveSet } from '../live-set.ts'
import { FEATURES, pairFeatures } from './features.ts'
import { logOdds, type LinkModel } from './network.ts'
import { createOddsCache } from './odds-cache.ts'
import { pairOf, type NewsKnown, type Pair } from './pair.ts'

export { LINK_MODEL } from './link-model.ts'
export type { LinkModel } from './network.ts'

/** A title of at least 4 words that two papers print within 2 days is the same report of an agency. */
const REPRINT_WORDS = 4
const REPRINT_DAYS = 2
const REPRINT_ODDS = 0.5
/** The lowest cosine of the titles of copies by one publisher. The address of each copy may add words to its title. */
const REPRINT_TITLE_COSINE = 0.9
/** A publisher also gives one title to different articles. The cosine of their texts is below this. */
const REPRINT_COSINE = 0.84

/**
 * Whether two clusters are one report printed twice: by two publishers, in two feeds of one publisher, or twice in one
 * feed. Within one feed the titles must be identical: the parts of a series differ in a digit, which is no word.
 */
export function isReprint(pair: ReprintPair): boolean {
  const { a, b, titleCosine, shared } = pair
  if (pair.gapDays > REPRINT_DAYS) return false
  if (pair.samePublisher === 0) return titleCosine > 0.999 && shared.words >= REPRINT_WORDS
  return (
    titleCosine >= REPRINT_TITLE_COSINE &&
    shared.titleWords >= REPRINT_WORDS &&
    pair.cosine >= REPRINT_COSINE &&
    a.items.every((one) => !one.column && b.items.every((other) => !other.column && mayRepeat(one, other)))
  )
}

/** The parts of a pair that tell a reprint. */
export interface ReprintPair extends Pick<Pair, 'titleCosine' | 'cosine' | 'gapDays' | 'samePublisher'> {
  readonly a: Pick<Cluster, 'items'>
  readonly b: Pick<Cluster, 'items'>
  readonly shared: Pick<Pair['shared'], 'words' | 'titleWords'>
}

function mayRepeat(one: LiveItem, other: LiveItem): boolean {
  return one.sourceId !== other.sourceId || one.title === other.title
}

/**
 * The lowest mean cosine of all text over the item pairs of a story, for stories of 4 items or more. A story held
 * together by common words would attract any item: the larger it is, the more it shares with everything. In the
 * labelled sets, 99 % of the stories have a mean above 0.088.
 */
const MIN_COHERENCE = 0.1
const COHERENCE_FROM = 4

function isTooMixed({ a, b, meanCosine }: Pair): boolean {
  const size = a.size + b.size
  if (size < COHERENCE_FROM) return false
  const square = (a.cohesion * a.size) ** 2 + (b.cohesion * b.size) ** 2 + 2 * meanCosine * a.size * b.size
  return square - size < MIN_COHERENCE * size * (size - 1)
}

/**
 * Reports of one event follow each other. After a longer pause, ms, the same words tell another event of the subject.
 * The service forgets items after the same time, so a first visit gives the same stories as later ones. The time of an
 * undated item is when it was first seen.
 */
const MAX_GAP_MS = 4 * DAY_MS

function areApart({ a, b }: Pair): boolean {
  return Math.max(begins(a) - ends(b), begins(b) - ends(a)) > MAX_GAP_MS
}

function begins({ from, seenFrom }: Cluster): EpochMs {
  return Math.min(from, seenFrom)
}

function ends({ until, seenUntil }: Cluster): EpochMs {
  return Math.max(until, seenUntil)
}

/** Whether two clusters are kept apart, whatever the model says. */
export function areKeptApart(pair: Pair): boolean {
  return isTooMixed(pair) || areApart(pair)
}

/** Log odds that a pair gains with each doubling of its mean size, and the most that it gains. */
const SIZE_PRIOR = 0.2
const MAX_SIZE_PRIOR = 0.6

/**
 * The prior log odds of joining two clusters by their sizes: a story with many items is likely to get more. The model
 * has no feature for the size, since the sizes of the labelled sets say little about other collections.
 */
export function sizePrior(a: Pick<Cluster, 'size'>, b: Pick<Cluster, 'size'>): number {
  return Math.min(MAX_SIZE_PRIOR, SIZE_PRIOR * Math.log2((a.size + b.size) / 2))
}

/** Subtracted from the log odds if all items are of one source: its similar items are mostly a series. */
const SAME_SOURCE_PENALTY = 1.5

function areOfOneSource({ a, b }: Pair): boolean {
  return a.source !== undefined && a.source === b.source
}

/** Makes the score function from a learned model. */
export function linkScore(model: LinkModel, known: NewsKnown & Pick<LiveSet, 'counted'>): Score {
  const oddsOf = logOdds(model)
  const cache = createOddsCache()
  // Reused by all pairs: a new array for each takes more time than most of the features.
  const features = new Float64Array(FEATURES.length)

  function computeOdds(a: Cluster, b: Cluster): number {
    const pair = pairOf(a, b, known)
    if (pair === undefined) return -Infinity
    const isSame = isReprint(pair)
    if (areKeptApart(pair)) return isSame ? REPRINT_ODDS : -Infinity
    const odds =
      oddsOf(pairFeatures(pair, features)) +
      sizePrior(a, b) -
      (areOfOneSource(pair) ? SAME_SOURCE_PENALTY : 0)
    return isSame ? Math.max(odds, REPRINT_ODDS) : odds
  }

  return (a, b) => {
    if (a.column && b.column) return -Infinity
    const { counted } = known
    const slot = cache.slotOf(a, b)
    if (!cache.isValid(slot, counted)) cache.set(slot, computeOdds(a, b), counted)
    return cache.odds(slot)
  }
}
