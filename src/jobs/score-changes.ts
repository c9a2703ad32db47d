import { rescore } from '../digest/rescore.ts'
import type { RatedItem, Rescored } from '../digest/rescore.ts'
import type { StoryPlacement } from '../digest/stories/story-placer.ts'
import type { Source } from '../domain/source.ts'
import type { ItemInsert, Store } from '../store/store.ts'
import type { EngagementRatio } from './engagement.ts'

/** A known item whose engagement a document tells anew. */
export interface Rerating {
  readonly itemId: number
  readonly storyId: number
  /** 0..64 */
  readonly ratio: number
}

/** What a visit changes that scores depend on. */
export interface Rated {
  readonly inserts: readonly ItemInsert[]
  readonly reratings: readonly Rerating[]
  readonly placed: StoryPlacement
  readonly ratio: EngagementRatio
}

/** The scores to write for all that a visit touched: new items, and items of stories or engagement that changed. */
export async function scoreChanges(
  source: Source,
  { inserts, reratings, placed, ratio }: Rated,
  store: Pick<Store, 'listStoryMembers'>,
  halfLifeMs: number,
): Promise<Rescored[]> {
  const moved = new Map(placed.moves.map(({ itemId, storyId }) => [itemId, storyId]))
  const merged = new Map(placed.merges.map(({ from, into }) => [from, into]))
  const engaged = new Map(reratings.map((rerating) => [rerating.itemId, rerating.ratio]))
  const touched = new Set([
    ...inserts.map(({ storyId }) => storyId),
    ...reratings.map(({ storyId }) => storyId),
    ...placed.moves.map(({ storyId }) => storyId),
    ...placed.merges.flatMap(({ from, into }) => [from, into]),
  ])

  const members = await store.listStoryMembers([...touched])
  const known = members.map((member): RatedItem => ({
    itemId: member.itemId,
    storyId: endOf(moved.get(member.itemId) ?? member.storyId, merged),
    publisher: member.publisher,
    publishedAt: member.publishedAt,
    weight: member.parts.weight,
    // The best that any source says of an article counts: another source's lower figure takes nothing away.
    engagement: Math.max(member.parts.engagement, engaged.get(member.itemId) ?? 0),
    written: member.parts,
  }))
  const fresh = inserts.map((insert): RatedItem => ({
    itemId: insert.id,
    storyId: endOf(insert.storyId, merged),
    publisher: insert.publisher,
    publishedAt: insert.draft.publishedAt,
    weight: source.weight,
    engagement: ratio(insert.draft.engagement),
    written: undefined,
  }))
  return rescore([...known, ...fresh], halfLifeMs)
}

/** Where a story ends after all merges. */
function endOf(storyId: number, merged: ReadonlyMap<number, number>): number {
  let end = storyId
  for (let next = merged.get(end); next !== undefined; next = merged.get(end)) end = next
  return end
}
