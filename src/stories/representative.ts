import type { PlacedStoryItem } from '../model/story.ts'
import { lengthOf, storyWords } from './story-words.ts'

/** Factor by which another report must be better than the present representative to replace it. */
const CLEARLY_BETTER = 1.2

/** Factor of reports of unknown age, and of reports about several events. */
const UNKNOWN_AGE_SHARE = 0.5
const ROUND_UP_SHARE = 0.5

/** Maximum number of reports that are compared. Of more reports, a sample spread evenly over time is compared. */
const MAX_COMPARED = 20

/** Titles of round-ups and series, in the languages that most feeds are written in. */
const ROUND_UP =
  /\b(?:links? (?:for|of|from|dump)|link ?blog|bookmarks for|assorted links|round[- ]?ups?|digest|(?:daily|morning|evening|weekly) (?:brief(?:ing)?|links|headlines|news)|newsletter|open thread|(?:this|the|last) week in|week in review|top stories|headlines (?:for|of)|presseschau|wochenrückblick|links vom|revue de presse|resumen de la semana|rassegna stampa)\b/iu

/** Separators between the events of a title. A single separator may stand between a headline and the site's name. */
const EVENT_SEPARATORS = /[;•|]| \/ /g
const MAX_SEPARATORS = 1

/** A report of a story. */
export interface Report extends Pick<
  PlacedStoryItem,
  'itemId' | 'publisher' | 'title' | 'language' | 'publishedAt' | 'dated'
> {
  /** Weight of its source, 0.25..4. */
  readonly weight: number
}

/**
 * Chooses the representative of a story: the report whose title is most similar to the titles of the other
 * publishers. Reports of sources with more weight count more. Undated reports and round-ups count half. Of equal
 * reports the earliest wins.
 *
 * @param reports at least one
 * @param presentId id of the present representative. It stays until another report is clearly better.
 * @returns the id of the representative's item
 * @see docs/stories.md#what-stands-for-a-story
 */
export function chooseRepresentative(reports: readonly Report[], presentId: number | undefined): number {
  const byTime = reports.toSorted((a, b) => a.publishedAt - b.publishedAt || a.itemId - b.itemId)
  const compared = sampleOf(byTime, presentId)
  const values = centralities(compared).map((centrality, at) => centrality * shareOf(compared[at]))
  let best = 0
  for (let at = 1; at < values.length; at += 1) {
    if ((values[at] ?? 0) > (values[best] ?? 0) + ROUNDING) best = at
  }
  const present = compared.findIndex(({ itemId }) => itemId === presentId)
  const stays = present >= 0 && (values[best] ?? 0) <= CLEARLY_BETTER * (values[present] ?? 0)
  return compared[stays ? present : best]?.itemId ?? 0
}

/** Smaller differences are rounding errors. They depend on the order of summation. */
const ROUNDING = 1e-9

function sampleOf(byTime: readonly Report[], presentId: number | undefined): readonly Report[] {
  if (byTime.length <= MAX_COMPARED) return byTime
  const step = byTime.length / MAX_COMPARED
  const chosen = new Set(Array.from({ length: MAX_COMPARED }, (_, n) => Math.floor(n * step)))
  return byTime.filter((report, at) => chosen.has(at) || report.itemId === presentId)
}

function shareOf(report: Report | undefined): number {
  if (report === undefined) return 0
  const age = report.dated ? 1 : UNKNOWN_AGE_SHARE
  return Math.sqrt(report.weight) * age * (isRoundUp(report.title) ? ROUND_UP_SHARE : 1)
}

function isRoundUp(title: string): boolean {
  return ROUND_UP.test(title) || (title.match(EVENT_SEPARATORS)?.length ?? 0) > MAX_SEPARATORS
}

/**
 * Gives the similarity of each report's title to the mean of the other titles, 0..1. Each publisher counts once in
 * the mean. A publisher's own titles do not count for its reports, unless it is the only publisher.
 */
function centralities(reports: readonly Report[]): number[] {
  // Two reports are equally similar, and most stories have no more.
  if (reports.length < 3) return reports.map(() => 1)
  const vectors = reports.map(unitVector)
  const groups = new Map<string, number>()
  for (const { publisher } of reports) groups.set(publisher, (groups.get(publisher) ?? 0) + 1)
  const isAlone = groups.size === 1
  const groupOf = (at: number): string => (isAlone ? String(at) : (reports[at]?.publisher ?? ''))
  const shareIn = (at: number): number => (isAlone ? 1 : 1 / (groups.get(groupOf(at)) ?? 1))

  const all = new Map<string, number>()
  const own = new Map<string, Map<string, number>>()
  for (const [at, vector] of vectors.entries()) {
    const mine = own.get(groupOf(at)) ?? new Map<string, number>()
    own.set(groupOf(at), mine)
    for (const [word, weight] of vector) {
      const part = weight * shareIn(at)
      all.set(word, (all.get(word) ?? 0) + part)
      mine.set(word, (mine.get(word) ?? 0) + part)
    }
  }
  return vectors.map((vector, at) => {
    const mine = own.get(groupOf(at))
    let dot = 0
    for (const [word, weight] of vector) dot += weight * ((all.get(word) ?? 0) - (mine?.get(word) ?? 0))
    let square = 0
    for (const [word, sum] of all) square += (sum - (mine?.get(word) ?? 0)) ** 2
    return square === 0 ? 0 : dot / Math.sqrt(square)
  })
}

function unitVector(report: Report): Map<string, number> {
  const words = storyWords({ ...report, summary: '' })
  const length = lengthOf(words)
  return new Map([...words].map(([word, { weight }]) => [word, weight / length]))
}
