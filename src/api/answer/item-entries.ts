import type { Article } from '../../model/item.ts'
import { scoreBreakdown } from '../../model/score.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { extendedEntry, listEntry } from '../bodies/envelope.ts'
import { contentJson } from '../bodies/item.ts'
import type { Fragments } from './fragments.ts'

/** Which parts of each item are wanted. */
export interface Projection {
  readonly fields?: readonly string[] | undefined
  readonly include?: readonly string[] | undefined
  readonly maxChars?: number | undefined
}

type Extra = Readonly<Record<string, unknown>>

const CONTENT_FIELDS = ['contentHtml', 'contentText', 'contentTruncated']

/**
 * The entries of a list, in the order of `ids`, without what is gone. Where only the items
 * themselves are wanted, these are the prepared bytes; more fields are built on request.
 *
 * @param own what this list adds to an item
 */
export async function itemEntries(
  deps: { readonly store: ReadStore; readonly fragments: Fragments },
  ids: readonly number[],
  projection: Projection,
  own?: (id: number) => Extra,
): Promise<Buffer[]> {
  const found = await deps.fragments.list(ids)
  const extras = await loadExtras(deps.store, ids, projection)
  return found.map(({ item, entry }) => {
    const more = { ...own?.(item.id), ...extras?.get(item.id) }
    return projection.fields === undefined
      ? extendedEntry(entry, more)
      : listEntry(JSON.stringify(pick({ ...item, ...more }, projection.fields)))
  })
}

async function loadExtras(
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

function pick(item: Extra, fields: readonly string[]): Extra {
  return Object.fromEntries(fields.map((field) => [field, item[field]]))
}
