import { isCatalogueEntry } from '../model/catalogue.ts'
import { getOrInsert } from '../model/get-or-insert.ts'
import { countEach } from '../model/group-by.ts'
import type { RatedItem } from './rescore.ts'
import { sampleOf } from './sample.ts'
import { type StoryWords, storyWords, type Worded } from './story-words.ts'

/** Another report replaces the representative if it is better by this factor. */
const CLEARLY_BETTER = 1.2

/** Factors of reports without a date: with a first-seen time, or of unknown age. */
const UNDATED_SHARE = 0.7
const UNKNOWN_AGE_SHARE = 0.5

/** Factors of reports about several events, and of catalogue entries. */
const ROUND_UP_SHARE = 0.5
const CATALOGUE_SHARE = 0.5

/** Value of the report that is least similar to the others: below all other values. */
const LEAST = -1

/** Maximum number of compared reports, sampled evenly over time. */
const MAX_COMPARED = 20

/** Titles of round-ups and series, in the languages of most feeds. */
const ROUND_UP =
  /\b(?:links? (?:for|of|from|dump)|link ?blog|bookmarks for|assorted links|round[- ]?ups?|digest|(?:daily|morning|evening|weekly) (?:brief(?:ing)?|links|headlines|news)|newsletter|open thread|(?:this|the|last) week in|week in review|top stories|headlines (?:for|of)|presseschau|wochenrückblick|links vom|revue de presse|resumen de la semana|rassegna stampa)\b/iu

/** Separators between events in a title. A single one may separate a headline from the site's name. */
const EVENT_SEPARATORS = /[;•|]| \/ /g
const MAX_SEPARATORS = 1

export type Report = Worded &
  Pick<RatedItem, 'itemId' | 'publisher' | 'publishedAt' | 'rankedAt' | 'isTimeStated' | 'weight'>

/**
 * Selects the representative of a story: the report whose title is most similar to those of the other publishers. The
 * source's weight increases its value; a missing date, a round-up or a catalogue entry lowers it. Ties go to the
 * earliest. Of three or more reports, the one least similar to the others is never selected.
 *
 * @param reports at least one
 * @param presentId id of the current representative, which stays until another report is clearly better
 * @returns the id of the representative's item
 * @see docs/stories.md#what-stands-for-a-story
 */
export function chooseRepresentative(reports: readonly Report[], presentId: number | undefined): number {
  const byTime = reports.toSorted((a, b) => a.publishedAt - b.publishedAt || a.itemId - b.itemId)
  const sample = new Set(sampleOf(byTime, MAX_COMPARED))
  const compared = byTime.filter((report) => sample.has(report) || report.itemId === presentId)
  const { byTitle, byText } = centralitiesOf(compared)
  const least = leastOf(byTitle.map((centrality, at) => centrality + (byText[at] ?? 0)))
  const values = byTitle.map((centrality, at) => (at === least ? LEAST : centrality * shareOf(compared[at])))
  let best = 0
  for (let at = 1; at < values.length; at += 1) {
    if ((values[at] ?? 0) > (values[best] ?? 0) + ROUNDING) best = at
  }
  const present = compared.findIndex(({ itemId }) => itemId === presentId)
  const stays = present >= 0 && (values[best] ?? 0) <= CLEARLY_BETTER * (values[present] ?? 0)
  return compared[stays ? present : best]?.itemId ?? 0
}

/** Tolerance for rounding errors, which depend on the order of summation. */
const ROUNDING = 1e-9

function shareOf(report: Report | undefined): number {
  if (report === undefined) return 0
  const undated = report.rankedAt === report.publishedAt ? UNDATED_SHARE : UNKNOWN_AGE_SHARE
  const age = report.isTimeStated ? 1 : undated
  const isEntry = isCatalogueEntry(report.title, report.summary.length)
  const kind = isEntry ? CATALOGUE_SHARE : isRoundUp(report.title) ? ROUND_UP_SHARE : 1
  return Math.sqrt(report.weight) * age * kind
}

/** Position of the only lowest value; `undefined` for a tie. */
function leastOf(values: readonly number[]): number | undefined {
  const lowest = Math.min(...values)
  const [at, ...others] = values.flatMap((value, index) => (value <= lowest + ROUNDING ? [index] : []))
  return others.length === 0 ? at : undefined
}

function isRoundUp(title: string): boolean {
  return ROUND_UP.test(title) || (title.match(EVENT_SEPARATORS)?.length ?? 0) > MAX_SEPARATORS
}

/** Weight of a word of the summary, relative to the title, which is more specific. */
const SUMMARY_WEIGHT = 0.5

/** Centrality of each report, by titles alone and by titles and summaries. */
function centralitiesOf(reports: readonly Report[]): Record<'byTitle' | 'byText', number[]> {
  // Two reports are equally similar. Most stories have no more.
  if (reports.length < 3) {
    const equal = reports.map(() => 1)
    return { byTitle: equal, byText: equal }
  }
  const found = reports.map(storyWords)
  return {
    byTitle: centralities(reports, found.map(titleVector)),
    byText: centralities(reports, found.map(textVector)),
  }
}

/** A vector of length 1: words, and a weight by position. */
interface Vector {
  readonly stems: readonly number[]
  readonly weightOf: (at: number) => number
}

function titleVector({ stems, inTitle }: StoryWords): Vector {
  const weight = 1 / Math.sqrt(inTitle)
  return { stems: stems.slice(0, inTitle), weightOf: () => weight }
}

function textVector({ stems, inTitle }: StoryWords): Vector {
  const length = Math.sqrt(inTitle + (stems.length - inTitle) * SUMMARY_WEIGHT ** 2)
  return { stems, weightOf: (at) => (at < inTitle ? 1 : SUMMARY_WEIGHT) / length }
}

/**
 * Similarity of each report's words to the mean of the others, 0..1. Each publisher counts once in the mean. A
 * publisher's reports do not count for each other, unless it is the only publisher.
 */
function centralities(reports: readonly Report[], vectors: readonly Vector[]): number[] {
  const groups = countEach(reports.map(({ publisher }) => publisher))
  const isAlone = groups.size === 1
  const groupOf = (at: number): string => (isAlone ? String(at) : (reports[at]?.publisher ?? ''))
  const shareIn = (at: number): number => (isAlone ? 1 : 1 / (groups.get(groupOf(at)) ?? 1))

  const all = new Map<number, number>()
  const own = new Map<string, Map<number, number>>()
  for (const [at, { stems, weightOf }] of vectors.entries()) {
    const mine = getOrInsert(own, groupOf(at), () => new Map<number, number>())
    for (const [k, stem] of stems.entries()) {
      const part = weightOf(k) * shareIn(at)
      all.set(stem, (all.get(stem) ?? 0) + part)
      mine.set(stem, (mine.get(stem) ?? 0) + part)
    }
  }
  let squareOfAll = 0
  for (const sum of all.values()) squareOfAll += sum ** 2
  return vectors.map(({ stems, weightOf }, at) => {
    const mine = own.get(groupOf(at)) ?? new Map<number, number>()
    let dot = 0
    for (const [k, stem] of stems.entries())
      dot += weightOf(k) * ((all.get(stem) ?? 0) - (mine.get(stem) ?? 0))
    // Squared length of the others' sum, from that of all reports.
    let square = squareOfAll
    for (const [stem, part] of mine) square += part * (part - 2 * (all.get(stem) ?? 0))
    return square <= ROUNDING ? 0 : dot / Math.sqrt(square)
  })
}
