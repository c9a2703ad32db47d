import { groupBy } from '../../model/group-by.ts'
import type { StoryRepresentative } from '../../model/story.ts'
import type { Store } from '../../store/store.ts'
import { chooseRepresentative } from '../../stories/representative.ts'
import type { Rated, StoryItemRated } from './score-changes.ts'

/**
 * Chooses the representative of each story whose items changed; the others keep theirs.
 *
 * @param items of all affected stories, in their new state
 */
export async function chooseRepresentatives(
  items: readonly StoryItemRated[],
  { inserts, revisions, placed }: Pick<Rated, 'inserts' | 'revisions' | 'placed'>,
  store: Pick<Store, 'findRepresentatives'>,
): Promise<{
  readonly leads: ReadonlyMap<number, number>
  readonly changed: readonly StoryRepresentative[]
}> {
  const stories = [...groupBy(items, ({ storyId }) => storyId)].filter(([, members]) => members.length > 1)
  if (stories.length === 0) return { leads: new Map(), changed: [] }
  const present = await store.findRepresentatives(stories.map(([storyId]) => storyId))
  const changedItems = new Set([
    ...inserts.map(({ id }) => id),
    ...[...revisions, ...placed.moves].map(({ itemId }) => itemId),
  ])
  const grown = new Set(placed.merges.map(({ into }) => into))

  const leads = new Map<number, number>()
  for (const [storyId, members] of stories) {
    const presentId = present.get(storyId)
    const isChanged =
      grown.has(storyId) ||
      members.some(({ itemId }) => changedItems.has(itemId)) ||
      members.every(({ itemId }) => itemId !== presentId)
    const itemId = isChanged ? chooseRepresentative(members, presentId) : presentId
    if (itemId !== undefined) leads.set(storyId, itemId)
  }
  const changed = [...leads].flatMap(([storyId, itemId]) =>
    present.get(storyId) === itemId ? [] : [{ storyId, itemId }],
  )
  return { leads, changed }
}
