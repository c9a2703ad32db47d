import type { ItemFilter } from '../../domain/filter.ts'
import type { ReadStore } from '../../store/read-store.ts'

/** Follows a merged story to where it went; one that never was stays as it is and finds nothing. */
export async function resolveStory(store: ReadStore, filter: ItemFilter): Promise<ItemFilter> {
  if (filter.storyId === undefined) return filter
  return { ...filter, storyId: (await store.resolveStoryId(filter.storyId)) ?? filter.storyId }
}
