import type { CardItem } from '../api/card-item.ts'
import { hasNumbers, isObject, readStored, writeStored } from './stored.ts'

const KEY = 'digest-saved'

/** A copy of an article when it was saved. It stays after the service has deleted the article. */
export type SavedItem = Omit<CardItem, 'firstSeenAt' | 'engagement' | 'story'> & {
  /** RFC 3339. */
  readonly savedAt: string
}

const isSaved = (value: unknown): value is SavedItem[] =>
  Array.isArray(value) &&
  value.every(
    (item: unknown) =>
      isObject(item) &&
      hasNumbers(item, 'id') &&
      ['url', 'title', 'summary', 'source', 'sourceName', 'category', 'publishedAt', 'savedAt'].every(
        (name) => typeof Reflect.get(item, name) === 'string',
      ) &&
      /^https?:/.test(String(Reflect.get(item, 'url'))),
  )

/** The saved articles, latest first. */
export function savedItems(): readonly SavedItem[] {
  return readStored(KEY, isSaved, [])
}

/** Saves an article, or removes it if it is saved. @returns all saved articles */
export function toggleSaved(item: Omit<SavedItem, 'savedAt'>, now: number): readonly SavedItem[] {
  const known = savedItems()
  const others = known.filter(({ id }) => id !== item.id)
  const { id, url, title, language, summary, source, sourceName, category, publishedAt } = item
  const savedAt = new Date(now).toISOString()
  const all =
    others.length < known.length
      ? others
      : [{ id, url, title, language, summary, source, sourceName, category, publishedAt, savedAt }, ...others]
  writeStored(KEY, all)
  return all
}
