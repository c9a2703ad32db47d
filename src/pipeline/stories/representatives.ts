import { groupBy } from '../../model/group-by.ts'
import type { StoryRepresentative } from '../../model/story.ts'
import type { Store } from '../../store/store.ts'
import { chooseRepresentative, type Report } from '../../stories/representative.ts'
import type { RatedItem } from '../../stories/rescore.ts'
import type { Rated } from './score-changes.ts'

/**
 * Chooses the representative of each story whose items changed.
 *
 * @param items of all stories that a visit touches, as they will be
 */
export async function chooseRepresentatives(
  items: readonly RatedItem[],
  { inserts, revisions, placed }: Pick<Rated, 'inserts' | 'revisions' | 'placed'>,
  store: Pick<Store, 'findRepresentatives' | 'findStoryItems'>,
): Promise<StoryRepresentative[]> {
  const stories = [...groupBy(items, ({ storyId }) => storyId)].filter(([, members]) => members.length > 1)
  if (stories.length === 0) return []
  const present = await store.findRepresentatives(stories.map(([storyId]) => storyId))
  const drafts = new Map(inserts.map((insert) => [insert.id, insert]))
  const changed = new Set([...drafts.keys(), ...[...revisions, ...placed.moves].map(({ itemId }) => itemId)])
  const grown = new Set(placed.merges.map(({ into }) => into))

  const open = stories.filter(
    ([storyId, members]) =>
      grown.has(storyId) ||
      members.some(({ itemId }) => changed.has(itemId)) ||
      members.every(({ itemId }) => itemId !== present.get(storyId)),
  )
  // At once: a first visit changes dozens of stories.
  const known = open.flatMap(([, members]) =>
    members.map(({ itemId }) => itemId).filter((id) => !drafts.has(id)),
  )
  const found = known.length === 0 ? [] : await store.findStoryItems(known)
  const texts = new Map(found.map((item) => [item.itemId, item]))

  const chosen: StoryRepresentative[] = []
  for (const [storyId, members] of open) {
    const presentId = present.get(storyId)
    const itemId = chooseRepresentative(reportsOf(members), presentId)
    if (itemId !== presentId) chosen.push({ storyId, itemId })
  }
  return chosen

  function reportsOf(members: readonly RatedItem[]): Report[] {
    return members.flatMap(({ itemId, publisher, publishedAt, rankedAt, weight }): Report[] => {
      const text = drafts.get(itemId)?.draft ?? texts.get(itemId)
      if (text === undefined) return []
      const { title, language } = text
      const dated = rankedAt === publishedAt
      return [{ itemId, publisher, title, language, publishedAt, dated, weight }]
    })
  }
}
