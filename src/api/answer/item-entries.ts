import type { Article } from '../../model/item.ts'
import { scoreBreakdown } from '../../model/score.ts'
import type { EncodedItem, ReadStore } from '../../store/read-store.ts'
import { extendedEntry, jsonBytes, pickFields } from '../bodies/envelope.ts'
import { contentJson, itemJson } from '../bodies/item.ts'

/** Which parts of each item are wanted. */
export interface Projection {
  readonly fields?: readonly string[] | undefined
  readonly include?: readonly string[] | undefined
  readonly maxChars?: number | undefined
}

/** What `include` and `fields` add to an item. */
export type Extra = Readonly<Record<string, unknown>>

const CONTENT_FIELDS = ['contentHtml', 'contentText', 'contentTruncated']

/**
 * The entries of a list, in the order of `ids`, without deleted items.
 *
 * @param own what this list adds to an item
 */
export async function itemEntries(
  store: ReadStore,
  ids: readonly number[],
  projection: Projection,
  own?: (id: number) => Extra,
): Promise<Buffer[]> {
  return (await encodedEntries(store, ids, projection, own)).map(({ json }) => json)
}

/** The same, each with its id. */
export async function encodedEntries(
  store: ReadStore,
  ids: readonly number[],
  projection: Projection,
  own?: (id: number) => Extra,
): Promise<EncodedItem[]> {
  const extras = await loadExtras(store, ids, projection)
  const moreOf = (id: number): Extra => ({ ...own?.(id), ...extras?.get(id) })
  const { fields } = projection
  if (fields === undefined) {
    const found = await store.findItemJson(ids)
    return found.map(({ id, json }) => ({ id, json: extendedEntry(json, moreOf(id)) }))
  }
  // Ids alone need no rows: they are given even while the store cannot be read.
  if (fields.every((field) => field === 'id')) return ids.map((id) => ({ id, json: jsonBytes({ id }) }))
  const items = await store.findItems(ids)
  return items.map((item) => ({
    id: item.id,
    json: jsonBytes(pickFields({ ...itemJson(item), ...moreOf(item.id) }, fields)),
  }))
}

/** What a projection adds to items, by id; `undefined` for nothing. */
export async function loadExtras(
  store: ReadStore,
  ids: readonly number[],
  projection: Projection,
): Promise<Map<number, Extra> | undefined> {
  const wanted = (name: string) =>
    projection.include?.includes(name) === true || projection.fields?.includes(name) === true
  const content = wanted('content') || CONTENT_FIELDS.some(wanted)
  const breakdown = wanted('scoreBreakdown')
  const thumbnail = wanted('thumbnail') || wanted('hasThumbnail')
  if (!content && !breakdown && !thumbnail) return undefined
  const articles = new Map<number, Article>()
  if (content || breakdown)
    for (const article of await store.findArticles(ids)) articles.set(article.item.id, article)
  const thumbnailed = thumbnail ? await store.listThumbnailed(ids) : undefined
  return new Map(
    ids.map((id) => {
      const article = articles.get(id)
      return [
        id,
        {
          ...(content && article !== undefined ? contentJson(article, projection.maxChars) : {}),
          ...(breakdown && article !== undefined
            ? { scoreBreakdown: scoreBreakdown(article.scoreParts) }
            : {}),
          ...(thumbnailed === undefined ? {} : { hasThumbnail: thumbnailed.has(id) }),
        },
      ]
    }),
  )
}
