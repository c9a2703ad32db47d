import { DAY_MS, type EpochMs } from '../../domain/time.ts'
import type { Score } from './agglomerate.ts'
import { EVIDENCE, LEAST_WORDS, measure } from './evidence.ts'
import type { NewsKnown } from './evidence.ts'
import { createKnownOdds } from './known-odds.ts'
import type { Cluster, LiveItem } from './live-item.ts'
import type { LiveSet } from './live-set.ts'
import { logOdds } from './network.ts'
import type { LinkModel } from './network.ts'

const WORDS = EVIDENCE.indexOf('words')
const LEAST = Math.log1p(LEAST_WORDS) / 3
const ALL = EVIDENCE.indexOf('all')
const TITLE = EVIDENCE.indexOf('title')
const TITLE_WORDS = EVIDENCE.indexOf('titleWords')
const AVERAGE = EVIDENCE.indexOf('average')
const GAP = EVIDENCE.indexOf('gap')
const SAME_PUBLISHER = EVIDENCE.indexOf('samePublisher')

/** Whether two clusters have enough words in common to be compared. */
export function isEnough(evidence: Float64Array): boolean {
  return (evidence[WORDS] as number) >= LEAST
}

/** One title of so many words, printed twice within so many days, is one report: two papers have it from an agency. */
const REPRINT_WORDS = Math.log1p(4) / 3
const REPRINT_DAYS = Math.log1p(2) / 2
const REPRINT_ODDS = 0.5
/** The address of each copy may add words to the title. */
const REPRINT_TITLE = 0.9
/** One publisher also gives one title to different articles: their texts, as the cosine of all words, are less alike than this. */
const REPRINT_LIKENESS = 0.84

/**
 * Whether two clusters are one report printed twice: by two publishers, or by one in two of its feeds or twice in one feed. Of one feed
 * the titles must be equal to the letter, since the parts of a series differ in a digit, which is no word.
 */
export function isReprint(
  a: Pick<Cluster, 'items'>,
  b: Pick<Cluster, 'items'>,
  evidence: Float64Array,
): boolean {
  const title = evidence[TITLE] as number
  if ((evidence[GAP] as number) > REPRINT_DAYS) return false
  if (evidence[SAME_PUBLISHER] === 0) return title > 0.999 && (evidence[WORDS] as number) >= REPRINT_WORDS
  return (
    title >= REPRINT_TITLE &&
    (evidence[TITLE_WORDS] as number) >= REPRINT_WORDS &&
    (evidence[ALL] as number) >= REPRINT_LIKENESS &&
    a.items.every((one) => !one.column && b.items.every((other) => !other.column && mayRepeat(one, other)))
  )
}

function mayRepeat(one: LiveItem, other: LiveItem): boolean {
  return one.sourceId !== other.sourceId || one.title === other.title
}

/** Whether a cluster has nothing but columns: "Morning briefing" of two papers is alike by its form, and tells no one event. */
function isColumn({ items }: Pick<Cluster, 'items'>): boolean {
  return items.every(({ column }) => column)
}

/**
 * How like each other the items of a story are at least, as the cosine of all text in the mean of all pairs, from so many items on. What
 * merely shares words that many items have would take in all that comes: the larger it is, the more it has in common with anything.
 * Of the stories of the labelled sets 99 in 100 lie above 0.088.
 */
const LEAST_LIKENESS = 0.1
const LIKE_FROM = 4

/** @param average cosine of an item of one cluster and one of the other, in the mean */
function isTooMixed(a: Cluster, b: Cluster, average: number): boolean {
  const size = a.size + b.size
  if (size < LIKE_FROM) return false
  const square = (a.cohesion * a.size) ** 2 + (b.cohesion * b.size) ** 2 + 2 * average * a.size * b.size
  return square - size < LEAST_LIKENESS * size * (size - 1)
}

/**
 * Reports of one event follow each other. After a longer pause, ms, the same words tell another event of the subject. The service forgets
 * items after the same time, so a first visit gives the same stories as later ones. An undated item counts as of when it was first seen.
 */
const MOST_GAP_MS = 4 * DAY_MS

function areApart(a: Cluster, b: Cluster): boolean {
  return Math.max(begins(a) - ends(b), begins(b) - ends(a)) > MOST_GAP_MS
}

function begins({ from, seenFrom }: Cluster): EpochMs {
  return Math.min(from, seenFrom)
}

function ends({ until, seenUntil }: Cluster): EpochMs {
  return Math.max(until, seenUntil)
}

/** Whether two clusters are kept apart, whatever the model says. */
export function areKeptApart(a: Cluster, b: Cluster, evidence: Float64Array): boolean {
  return isTooMixed(a, b, evidence[AVERAGE] as number) || areApart(a, b)
}

/** How much a story draws what is like it with each doubling of its size, in log odds, and at most. */
const DRAW = 0.2
const MOST_DRAW = 0.6

/**
 * What speaks for joining two clusters before anything is known of their words: a story that many have told will be told by more.
 * The model knows nothing of sizes, since those of the sets that it learned from say little about others.
 */
export function draw(a: Pick<Cluster, 'size'>, b: Pick<Cluster, 'size'>): number {
  return Math.min(MOST_DRAW, DRAW * Math.log2((a.size + b.size) / 2))
}

/** Taken off the log odds where all items are of one source: what one source has alike is mostly a series. */
const SERIES = 1.5

function areOfOneSource(a: Cluster, b: Cluster): boolean {
  const source = a.items[0]?.sourceId
  const isOfIt = ({ sourceId }: LiveItem): boolean => sourceId === source
  return a.items.every(isOfIt) && b.items.every(isOfIt)
}

/** Makes the score of two clusters of a learned model. */
export function linkScore(model: LinkModel, known: NewsKnown & Pick<LiveSet, 'counted'>): Score {
  const evidence = new Float64Array(EVIDENCE.length)
  const oddsOf = logOdds(model)
  const before = createKnownOdds()

  function judge(a: Cluster, b: Cluster): number {
    const isSame = isReprint(a, b, evidence)
    if (areKeptApart(a, b, evidence)) return isSame ? REPRINT_ODDS : -Infinity
    const odds = oddsOf(evidence) + draw(a, b) - (areOfOneSource(a, b) ? SERIES : 0)
    return isSame ? Math.max(odds, REPRINT_ODDS) : odds
  }

  return (a, b) => {
    if (isColumn(a) && isColumn(b)) return -Infinity
    const { counted } = known
    const place = before.placeOf(a, b)
    if (!before.isKnown(place, counted)) {
      measure(a, b, known, evidence)
      before.keep(place, isEnough(evidence) ? judge(a, b) : -Infinity, counted)
    }
    return before.odds(place)
  }
}
