import { isCatalogueEntry } from '../../model/catalogue.ts'
import type { FeedInfo } from '../../model/entry.ts'
import { groupBy } from '../../model/group-by.ts'
import type { ItemDraft, ScoreParts, ScoreWrite } from '../../model/item.ts'
import { ORDINARY } from '../../model/score.ts'
import type { Source } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'
import type { ItemInsert } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import type { StoryPlacement } from '../../stories/cluster/placer.ts'
import { type ReportText, sharesOfCopies, type TextPrint } from '../../stories/copies/copies.ts'
import { depthOf } from '../../stories/depth.ts'
import { frequencyOf } from '../../stories/frequency.ts'
import { type RatedItem, rescore } from '../../stories/rescore.ts'
import { publisherOf } from '../../url/url.ts'
import type { EngagementRatio } from '../engagement.ts'
import type { TextPrints } from './text-prints.ts'

/** A known item whose engagement a document updates. */
export interface Rerating {
  readonly itemId: number
  readonly storyId: number
  /** 0..64 */
  readonly ratio: number
}

/** A known item whose text or time changes. */
export interface Revision {
  readonly itemId: number
  readonly storyId: number
  /** If it states a time, the item's age is known. */
  readonly draft: ItemDraft
}

/** Changes of a visit that affect scores. */
export interface Rated {
  readonly inserts: readonly ItemInsert[]
  readonly revisions: readonly Revision[]
  readonly reratings: readonly Rerating[]
  /** Weights that rules set instead of the source's, by item. */
  readonly weights: ReadonlyMap<number, number>
  /** By new item. */
  readonly ownParts: ReadonlyMap<number, OwnParts>
  readonly placed: StoryPlacement
  readonly ratio: EngagementRatio
}

interface ScoringDeps {
  readonly store: Pick<Store, 'listStoryMembers' | 'findItems'>
  readonly textPrints: TextPrints
  readonly halfLifeMs: number
}

/** An item of a changed story, with its words for comparing. */
export interface StoryItemRated extends RatedItem, Pick<ItemDraft, 'title' | 'summary' | 'language'> {
  readonly sourceId: string
  /** The previous story; `undefined` for a new item. */
  readonly formerStoryId?: number
}

/** All items of the stories that a visit changes, in their new state. */
export async function ratedItems(
  source: Source,
  rated: Rated,
  store: ScoringDeps['store'],
): Promise<StoryItemRated[]> {
  return [...(await knownItems(rated, store)), ...freshItems(source, rated)]
}

/**
 * The scores to write after a visit: of new items, and of items whose story, text or engagement changed.
 *
 * @param items from `ratedItems`
 * @param leads representative items by story
 */
export async function scoreChanges(
  items: readonly StoryItemRated[],
  leads: ReadonlyMap<number, number>,
  rated: Rated,
  deps: Omit<ScoringDeps, 'store'>,
): Promise<ScoreWrite[]> {
  const texts = new Map([
    ...rated.revisions.map(({ itemId, draft }) => [itemId, draft.contentText] as const),
    ...rated.inserts.map(({ id, draft }) => [id, draft.contentText] as const),
  ])
  const shares = await sharesAmong(items, rated, texts, deps.textPrints)
  const shared = items.map((item) => {
    const isEntry = isCatalogueEntry(item.title, item.summary.length)
    const share = isEntry ? 0 : (shares.get(item.itemId) ?? 1)
    return share === item.share ? item : { ...item, share }
  })
  return rescore(shared, leads, deps.halfLifeMs)
}

/** The stored items of every changed story, in their new state. */
async function knownItems(rated: Rated, store: ScoringDeps['store']): Promise<StoryItemRated[]> {
  const { inserts, revisions, reratings, placed } = rated
  const moved = new Map(placed.moves.map(({ itemId, storyId }) => [itemId, storyId]))
  const merged = mergesOf(rated)
  const engaged = new Map(reratings.map((rerating) => [rerating.itemId, rerating.ratio]))
  const revised = new Map(revisions.map((revision) => [revision.itemId, revision]))
  const left = moved.size === 0 ? [] : await store.findItems([...moved.keys()])
  const touched = new Set([
    ...[...inserts, ...revisions, ...reratings, ...placed.moves].map(({ storyId }) => storyId),
    ...placed.merges.flatMap(({ from, into }) => [from, into]),
    ...left.map(({ story }) => story.id),
  ])

  const members = await store.listStoryMembers([...touched])
  return members.map((member): StoryItemRated => {
    const { parts } = member
    const draft = revised.get(member.itemId)?.draft
    const { title, summary, language, publishedAt } = draft ?? member
    const isNewlyDated = draft?.isTimeStated === true
    return {
      ...member,
      ...parts,
      storyId: endOf(moved.get(member.itemId) ?? member.storyId, merged),
      formerStoryId: member.storyId,
      title,
      summary,
      language,
      publishedAt,
      rankedAt: isNewlyDated ? publishedAt : member.rankedAt,
      isTimeStated: isNewlyDated || member.isTimeStated,
      weight: rated.weights.get(member.itemId) ?? parts.weight,
      // The highest engagement of all sources counts.
      engagement: Math.max(parts.engagement, engaged.get(member.itemId) ?? 0),
      written: parts,
    }
  })
}

function freshItems(source: Source, rated: Rated): StoryItemRated[] {
  const merged = mergesOf(rated)
  return rated.inserts.map(({ id, storyId, publisher, draft, rankedAt = draft.publishedAt }) => {
    const { frequency, depth } = rated.ownParts.get(id) ?? ORDINARY
    return {
      ...draft,
      itemId: id,
      storyId: endOf(storyId, merged),
      sourceId: source.id,
      publisher,
      rankedAt,
      weight: rated.weights.get(id) ?? source.weight,
      frequency,
      depth,
      engagement: rated.ratio(draft.engagement),
      share: 1,
      written: undefined,
    }
  })
}

/**
 * Shares of items in their stories, by item: less for copies of another publisher. A story of one publisher has no
 * copies.
 */
async function sharesAmong(
  items: readonly StoryItemRated[],
  rated: Rated,
  texts: ReadonlyMap<number, string>,
  textPrints: TextPrints,
): Promise<ReadonlyMap<number, number>> {
  const stories = [...groupBy(items, ({ storyId }) => storyId)].filter(
    ([, story]) => new Set(story.map(({ publisher }) => publisher)).size > 1,
  )
  // In one call: a first visit changes dozens of stories.
  const prints = await textPrints.of(
    stories.flatMap(([, story]) => story.map(({ itemId }) => ({ itemId, text: texts.get(itemId) }))),
  )
  const regrouped = regroupedStories(items, rated.revisions)
  return new Map(
    stories.flatMap(([storyId, story]) => {
      const reports = story.flatMap((item): ReportText[] => {
        const print = prints.get(item.itemId)
        return print === undefined ? [] : [reportOf(item, print, regrouped.has(storyId))]
      })
      return [...sharesOfCopies(reports)]
    }),
  )
}

function reportOf(item: StoryItemRated, print: TextPrint, isRegrouped: boolean): ReportText {
  const { itemId, sourceId, publisher, publishedAt, title, written } = item
  const known = isRegrouped ? undefined : written?.share
  return { itemId, sourceId, publisher, publishedAt, title, print, known }
}

/** Stories that did not only get new items. In all others, earlier items keep their shares. */
function regroupedStories(
  items: readonly StoryItemRated[],
  revisions: Rated['revisions'],
): ReadonlySet<number> {
  const revised = new Set(revisions.map(({ itemId }) => itemId))
  return new Set(
    items.flatMap(({ itemId, storyId, formerStoryId = storyId }) =>
      revised.has(itemId) || formerStoryId !== storyId ? [formerStoryId, storyId] : [],
    ),
  )
}

function mergesOf({ placed }: Rated): ReadonlyMap<number, number> {
  return new Map(placed.merges.map(({ from, into }) => [from, into]))
}

/** The id of a story after all merges. */
function endOf(storyId: number, merged: ReadonlyMap<number, number>): number {
  let end = storyId
  for (let next = merged.get(end); next !== undefined; next = merged.get(end)) end = next
  return end
}

/** Stored items by which a source is judged. */
const MAX_READ = 300

/** Parts of an item's score besides story and engagement. */
type OwnParts = Pick<ScoreParts, 'frequency' | 'depth'>

/**
 * Frequency and depth of new items, from what their source published until now.
 *
 * @returns by item
 */
export async function ownParts(
  sourceId: string,
  inserts: readonly ItemInsert[],
  { siteUrl }: FeedInfo,
  now: EpochMs,
  store: Pick<Store, 'listPublications'>,
): Promise<ReadonlyMap<number, OwnParts>> {
  if (inserts.length === 0) return new Map()
  const fresh = inserts.map(({ draft: { publishedAt, wordCount }, rankedAt }) => ({
    publishedAt,
    wordCount,
    dated: rankedAt === undefined || rankedAt === publishedAt,
  }))
  const known = [...(await store.listPublications(sourceId, MAX_READ)), ...fresh]
  const frequency = frequencyOf(known, now)
  const depth = depthOf(known.map(({ wordCount }) => wordCount))
  const site = siteUrl === undefined ? undefined : publisherOf(siteUrl)
  return new Map(
    inserts.map(({ id, draft, publisher }) => {
      const isLink = site !== undefined && publisher !== site
      return [id, { frequency: frequency(draft.publishedAt), depth: depth(draft, isLink) }]
    }),
  )
}
