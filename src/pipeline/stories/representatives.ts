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

  const chosen: StoryRepresentative[] = []
  for (const [storyId, members] of stories) {
    const presentId = present.get(storyId)
    const isAsBefore =
      !grown.has(storyId) &&
      members.every(({ itemId }) => !changed.has(itemId)) &&
      members.some(({ itemId }) => itemId === presentId)
    if (isAsBefore) continue
    const itemId = chooseRepresentative(await reportsOf(members), presentId)
    if (itemId !== presentId) chosen.push({ storyId, itemId })
  }
  return chosen

  async function reportsOf(members: readonly RatedItem[]): Promise<Report[]> {
    const known = members.filter(({ itemId }) => !drafts.has(itemId)).map(({ itemId }) => itemId)
    const texts = new Map((await store.findStoryItems(known)).map((item) => [item.itemId, item]))
    return members.flatMap(({ itemId, publisher, publishedAt, rankedAt, weight }): Report[] => {
      const text = drafts.get(itemId)?.draft ?? texts.get(itemId)
      if (text === undefined) return []
      const { title, language } = text
      const dated = rankedAt === publishedAt
      return [{ itemId, publisher, title, language, publishedAt, dated, weight }]
    })
  }
}
