import { groupBy } from '../../src/model/group-by.ts'
import { DAY_MS } from '../../src/model/time.ts'
import { byDays, chance, type LabelledItem, type LabelledSet } from '../stories/labelled-set.ts'
import { type SetName } from '../stories/sets.ts'

/**
 * A change of a labelled set, so that the model also learns other densities and other paces.
 */
export interface View {
  /** Titles only. */
  readonly titles?: boolean
  /** Leaves out unlabelled items. */
  readonly labelledOnly?: boolean
  /** Factor of all distances in time; 0 removes all times. */
  readonly pace?: number
  /** Gives stories invented times; this is the median span of a story, days. */
  readonly invented?: number
  /** Within so many days. */
  readonly within?: number
  /** Gives items random times within this many days, as if the times of sources meant nothing. */
  readonly scattered?: number
  /** Splits the set into this many collections, each with its own stories. */
  readonly parts?: number
  /** Splits the set into collections of this many days. */
  readonly days?: number
  /** Share of the items of each story that are kept. */
  readonly kept?: number
  /** Share of the stories that are kept. */
  readonly stories?: number
  /** Adds this share of the captured items, since most items of real collections are alone in their story. */
  readonly among?: number
}

/**
 * The views of each set. Sets differ in pace and density, and a model must not learn those of one set. So views show a
 * set faster, slower, without times, thinned out, and without unlabelled items.
 */
export const VIEWS: Readonly<Record<SetName, readonly View[]>> = {
  'real-2007a': [{}, { titles: true }, { labelledOnly: true }],
  'real-2007b': [{}, { titles: true }, { labelledOnly: true }],
  captured: [{}, { kept: 0.3 }, { kept: 0.15, titles: true }],
  allsides: [
    {},
    { titles: true },
    { labelledOnly: true },
    { titles: true, labelledOnly: true, pace: 0.15 },
    { titles: true, labelledOnly: true, pace: 0 },
    { labelledOnly: true, parts: 3, invented: 0.3, within: 2, among: 0.5 },
    { titles: true, labelledOnly: true, parts: 3, invented: 0.2, within: 1, among: 0.5 },
  ],
  allsides2021: [
    {},
    { titles: true },
    { titles: true, pace: 8 },
    { pace: 0.12 },
    { titles: true, pace: 0 },
    { parts: 2, pace: 0, among: 0.5 },
    { invented: 0.3, within: 2, among: 0.8 },
    { titles: true, parts: 2, invented: 0.3, within: 2, among: 0.4 },
  ],
  giveme5w1h: [
    {},
    { titles: true },
    { titles: true, pace: 0.05 },
    { pace: 0.3, kept: 0.5 },
    { titles: true, pace: 0 },
    { pace: 0, among: 0.5 },
    { invented: 0.2, within: 1, among: 0.5 },
  ],
  'uci-partial': [
    {},
    { invented: 0.3 },
    { invented: 1, kept: 0.2 },
    { kept: 0.15 },
    { scattered: 10, kept: 0.3 },
    { invented: 0.2, within: 1, kept: 0.1, among: 0.5 },
    { pace: 0, kept: 0.05, among: 0.8 },
  ],
  newsroom: [
    {},
    { titles: true },
    { pace: 0 },
    { titles: true, pace: 0.2 },
    { titles: true, pace: 4, kept: 0.7 },
    { days: 4 },
    { titles: true, days: 8 },
  ],
  'hacker-news': [
    { days: 2, stories: 0.12 },
    { days: 10, stories: 0.4 },
  ],
}

/** Applies a view to a set and gives its collections, the same in every run. */
export function seen(set: LabelledSet, view: View, captured: readonly LabelledItem[]): LabelledItem[][] {
  const { pace = 1, kept = 1, stories = 1 } = view
  const items = set.items.flatMap((item, at): LabelledItem[] => {
    const { truth, firstSeenAt: collected } = item
    if (view.labelledOnly === true && truth === null) return []
    if (kept < 1 && chance(`kept ${at}`) >= kept) return []
    if (stories < 1 && chance(`story ${truth ?? at}`) >= stories) return []
    let { publishedAt } = item
    if (view.scattered !== undefined)
      publishedAt = collected - view.scattered * DAY_MS * chance(`scattered ${at}`)
    else if (view.invented !== undefined) publishedAt = inventedTime(item, at, collected, view)
    else if (pace === 0) publishedAt = collected
    else if (item.dated) publishedAt = collected - DAY_MS - (collected - DAY_MS - publishedAt) * pace
    return [
      {
        ...item,
        dated: publishedAt < collected,
        publishedAt: Math.round(Math.min(publishedAt, collected)),
        summary: view.titles === true ? '' : item.summary,
      },
    ]
  })
  return [...collectionsOf(items, view).values()].map((collection, number) =>
    view.among === undefined ? collection : withCaptured(collection, captured, number, view.among),
  )
}

function withCaptured(
  items: readonly LabelledItem[],
  captured: readonly LabelledItem[],
  number: number,
  share: number,
): LabelledItem[] {
  const [from, until] = [(number * share) % 1, ((number * share) % 1) + share]
  const others = captured.filter((_, at) => {
    const roll = chance(`among ${at}`)
    return roll >= from && roll < until
  })
  const first = 1 + Math.max(...items.map(({ itemId }) => itemId))
  return [...items, ...others.map((item, at) => ({ ...item, itemId: first + at }))]
}

function collectionsOf(items: readonly LabelledItem[], { parts, days }: View): Map<number, LabelledItem[]> {
  if (days !== undefined) return byDays(items, days)
  const partOf = ({ truth, itemId }: LabelledItem): number => chance(`part ${truth ?? itemId}`)
  return groupBy(items, (item) => (parts === undefined ? 0 : Math.floor(parts * partOf(item))))
}

/** Draws a time: most items of a story come soon after its start, few come late. Each story has its own pace. */
function inventedTime(
  item: LabelledItem,
  at: number,
  collected: number,
  { invented = 1, within = 90 }: View,
): number {
  const story = item.truth ?? `${at}`
  const start = collected - within * DAY_MS * (0.2 + 0.8 * chance(`start ${story}`))
  const days = invented * 8 ** (2 * chance(`width ${story}`) - 1)
  const wait = -Math.log(1 - chance(`wait ${at}`))
  return Math.min(collected - 1, start + days * wait * DAY_MS)
}
