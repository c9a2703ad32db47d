import { groupBy } from '../model/group-by.ts'
import type { ScoreParts, ScoreWrite } from '../model/item.ts'
import { SAME_HOT, SCORE_BOUNDS, hotKey, scoreOf, stepCrossed } from '../model/score.ts'
import type { EpochMs } from '../model/time.ts'

/** An item of a changed story, with the inputs of its score. */
export interface RatedItem extends Omit<ScoreParts, 'coverage'> {
  readonly itemId: number
  readonly storyId: number
  /** Registrable domain of its address, else the source's id. */
  readonly publisher: string
  readonly publishedAt: EpochMs
  /** Start of its fading outside a story: `publishedAt`, except for an item of unknown age. */
  readonly rankedAt: EpochMs
  /** Whether its source states its time. Otherwise `publishedAt` is when it was first seen. */
  readonly isTimeStated: boolean
  /** Inputs of the stored score; `undefined` for a new item. */
  readonly written: ScoreParts | undefined
  /** The stored hot key; `undefined` for a new item. */
  readonly hot?: number
}

/**
 * Returns the scores to write for changed stories: of new items, of items with sufficient changes (`stepCrossed`), and
 * of items whose fading starts at another time.
 *
 * @param items all items of each changed story, including new ones
 * @param leads representative by story. A story of one item needs none.
 * @param halfLifeMs > 0
 * @see docs/scoring.md
 */
export function rescore(
  items: readonly RatedItem[],
  leads: ReadonlyMap<number, number>,
  halfLifeMs: number,
): ScoreWrite[] {
  const scores: ScoreWrite[] = []
  for (const [storyId, story] of groupBy(items, (item) => item.storyId)) {
    const coverage = coverageOf(story)
    const hotAt = hotTimes(story, leads.get(storyId))
    for (const item of story) {
      const score = rescoreItem(item, coverage, hotAt(item), halfLifeMs)
      if (score !== undefined) scores.push(score)
    }
  }
  return scores
}

function rescoreItem(
  item: RatedItem,
  coverage: number,
  hotAt: EpochMs,
  halfLifeMs: number,
): ScoreWrite | undefined {
  const { itemId, weight, frequency, depth, engagement, share, written, hot: writtenHot = Infinity } = item
  const present = { weight, frequency, depth, coverage, engagement, share }
  const isStepped = written === undefined || stepCrossed(written, present)
  const parts = isStepped ? present : written
  const hot = hotKey(parts, hotAt, halfLifeMs)
  if (!isStepped && Math.abs(hot - writtenHot) < SAME_HOT) return undefined
  return { itemId, score: scoreOf(parts), hot, parts }
}

/**
 * Coverage of a story: the number of publishers that report it, however many items and feeds each has. A publisher
 * counts by its item with the largest share: 1, 0.25 for a copy, 0 for a catalogue entry.
 *
 * @returns 1..32
 * @see docs/scoring.md#coverage
 */
export function coverageOf(items: Iterable<Pick<RatedItem, 'publisher' | 'share'>>): number {
  const shares = new Map<string, number>()
  for (const { publisher, share } of items) shares.set(publisher, Math.max(share, shares.get(publisher) ?? 0))
  const sum = [...shares.values()].reduce((total, share) => total + share, 0)
  return Math.min(SCORE_BOUNDS.coverage.max, Math.max(SCORE_BOUNDS.coverage.min, sum))
}

type TimedReport = Pick<RatedItem, 'itemId' | 'publishedAt' | 'rankedAt' | 'isTimeStated'>

/**
 * Time of a story: that of its newest dated report, since a report without a date may be found long after the event.
 * Without any dated report, the latest time at which its reports rank.
 *
 * @param reports at least one
 * @see docs/stories.md#the-time-of-a-story
 */
export function storyTime(reports: readonly TimedReport[]): EpochMs {
  const dated = reports.filter(({ isTimeStated }) => isTimeStated)
  if (dated.length === 0) return Math.max(...reports.map(({ rankedAt }) => rankedAt))
  return Math.max(...dated.map(({ publishedAt }) => publishedAt))
}

/**
 * Makes a function that returns when a report's hot key starts to fade: for the representative the time of its story,
 * for a report without a date at most that time.
 *
 * @param lead id of the story's representative
 */
export function hotTimes(
  reports: readonly TimedReport[],
  lead: number | undefined,
): (report: TimedReport) => EpochMs {
  if (reports.length < 2) return ({ rankedAt }) => rankedAt
  const time = storyTime(reports)
  return ({ itemId, rankedAt, isTimeStated }) => {
    if (itemId === lead) return time
    return isTimeStated ? rankedAt : Math.min(rankedAt, time)
  }
}
