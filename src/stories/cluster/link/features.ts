import { share, type Pair } from './pair.ts'

/** A number computed from a pair of clusters. Most are 0..1. */
export interface Feature {
  readonly name: string
  of(pair: Pair): number
}

/** The features that tell whether two clusters tell one event, in the order of the learned weights. */
export const FEATURES: readonly Feature[] = [
  { name: 'cosine', of: ({ cosine }) => cosine },
  { name: 'titleCosine', of: ({ titleCosine }) => titleCosine },
  {
    name: 'titleBigramCosine',
    of: ({ a, b, shared, cohesion }) =>
      cosineOf(shared.bigrams, a.counts.bigrams * b.counts.bigrams, cohesion),
  },
  {
    name: 'summaryCosine',
    of: ({ a, b, shared, cohesion }) =>
      cosineOf(shared.summary, a.counts.summaries * b.counts.summaries, cohesion),
  },
  {
    name: 'titleSummaryCosine',
    of: ({ a, b, shared, cohesion }) =>
      cosineOf(shared.titleBySummary, a.size * b.counts.summaries + a.counts.summaries * b.size, cohesion),
  },
  {
    name: 'nameCosine',
    of: ({ a, b, shared, cohesion }) => cosineOf(shared.names, a.counts.names * b.counts.names, cohesion),
  },
  { name: 'words', of: ({ shared }) => Math.log1p(shared.words) / 3 },
  { name: 'titleWords', of: ({ shared }) => Math.log1p(shared.titleWords) / 3 },
  { name: 'weight', of: ({ shared, weightUnit }) => Math.log1p(shared.weight * weightUnit) / 5 },
  { name: 'largestWeight', of: ({ shared, weightUnit }) => (shared.largest * weightUnit) / 20 },
  { name: 'titleWeight', of: ({ shared, weightUnit }) => Math.log1p(shared.titleWeight * weightUnit) / 5 },
  { name: 'withoutSummary', of: ({ withoutSummary }) => withoutSummary },
  {
    name: 'withoutSummary × titleCosine',
    of: ({ withoutSummary, titleCosine }) => withoutSummary * titleCosine,
  },
  { name: 'gapDays', of: gapInDays },
  { name: 'spanDays', of: spanInDays },
  { name: 'undated', of: ({ undated }) => undated },
  { name: 'samePublisher', of: ({ samePublisher }) => samePublisher },
  {
    name: 'length',
    of: ({ a, b }) => Math.max(0, Math.log(a.words / a.size) + Math.log(b.words / b.size) - 4) / 4,
  },
  { name: 'cosine²', of: ({ cosine }) => cosine * cosine },
  { name: 'cosine × gapDays', of: (pair) => pair.cosine * gapInDays(pair) },
  { name: 'meanCosine', of: ({ meanCosine }) => meanCosine },
  {
    name: 'ownCosine',
    of: ({ shared, itemPairs, cohesion }) => Math.min(1, shared.ownAll / itemPairs / cohesion),
  },
  { name: 'ownWords', of: ({ shared }) => Math.log1p(shared.ownWords) / 3 },
  { name: 'common', of: ({ common }) => common },
  { name: 'gapDays × common', of: (pair) => gapInDays(pair) * pair.common },
  { name: 'spanDays × common', of: (pair) => spanInDays(pair) * pair.common },
  { name: 'undated × common', of: ({ undated, common }) => undated * common },
  { name: 'gapHours', of: gapInHours },
  { name: 'gapHours × common', of: (pair) => gapInHours(pair) * pair.common },
  { name: 'ownWeight', of: ({ shared, weightUnit }) => Math.log1p(shared.ownWeight * weightUnit) / 5 },
  { name: 'secondWeight', of: ({ shared, weightUnit }) => (shared.second * weightUnit) / 20 },
  {
    name: 'overlap',
    of: ({ a, b, shared }) => share(shared.weight, Math.min(a.allMass / a.size, b.allMass / b.size)),
  },
  {
    name: 'titleOverlap',
    of: ({ a, b, shared }) => share(shared.titleWeight, Math.min(a.titleMass / a.size, b.titleMass / b.size)),
  },
  { name: 'rank', of: ({ rankOfA, rankOfB }) => Math.max(rankOfA, rankOfB) },
  { name: 'mutualRank', of: ({ rankOfA, rankOfB }) => Math.min(rankOfA, rankOfB) },
  { name: 'spread', of: spreadOf },
  { name: 'burst', of: ({ shared, weightUnit }) => Math.log1p(shared.burst * weightUnit) / 5 },
  { name: 'spread × gapHours', of: (pair) => spreadOf(pair) * gapInHours(pair) },
  { name: 'bothNamed', of: ({ a, b, itemPairs }) => share(a.counts.names * b.counts.names, itemPairs) },
  { name: 'fewItems', of: ({ itemsKnown }) => shortfall(1 + itemsKnown, ENOUGH_ITEMS) },
  { name: 'fewDays', of: ({ daysKnown }) => shortfall(Math.max(1, daysKnown), ENOUGH_DAYS) },
  { name: 'listed', of: ({ listed }) => listed },
  { name: 'bias', of: () => 1 },
]

/** Writes the features of a pair to `features`, in the order of `FEATURES`. @returns `features` */
export function pairFeatures(pair: Pair, features = new Float64Array(FEATURES.length)): Float64Array {
  for (let k = 0; k < FEATURES.length; k++) features[k] = (FEATURES[k] as Feature).of(pair)
  return features
}

/**
 * Above 256 items and 32 days the features no longer grow. The constants are logarithms to base 2. With larger limits
 * the model would tell the labelled sets apart by size, and what it learns from one set would not hold for others.
 */
const ENOUGH_ITEMS = 8
const ENOUGH_DAYS = 5

/** The mean of `count` cosines, divided by the cohesion, at most 1. */
function cosineOf(sum: number, count: number, cohesion: number): number {
  return Math.min(1, share(sum, count) / cohesion)
}

function gapInDays({ gapDays }: Pair): number {
  return Math.log1p(gapDays) / 2
}

function gapInHours({ gapDays }: Pair): number {
  return Math.log1p(24 * gapDays) / 4
}

function spanInDays({ spanDays }: Pair): number {
  return Math.log1p(spanDays) / 2
}

/** The number of days on which the shared words were in the news, as a logarithm, 0..1. */
function spreadOf({ shared }: Pair): number {
  return shared.all > 0 ? shared.spread / shared.all : 1
}

/** How far a number is below `2 ** enough`, on a logarithmic scale: 1 for the number 1, 0 from `2 ** enough` on. */
function shortfall(number: number, enough: number): number {
  return Math.max(0, 1 - Math.log2(number) / enough)
}
