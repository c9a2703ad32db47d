import { scoreBreakdown } from '../../domain/score.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { entryJson, extendedEntry, listEntry } from '../bodies/envelope.ts'
import { contentJson } from '../bodies/item.ts'
import type { Fragments } from './fragments.ts'

/** Which parts of each item are wanted. */
export interface Look {
  readonly fields?: readonly string[] | undefined
  readonly include?: readonly string[] | undefined
  readonly maxChars?: number | undefined
}

type Extra = Readonly<Record<string, unknown>>

const CONTENT_FIELDS = ['contentHtml', 'contentText', 'contentTruncated']

/**
 * The entries of a list, in the order of `ids`, without what is gone. Where only the items
 * themselves are wanted these are the prepared bytes; anything more costs its making.
 *
 * @param own what this list adds to an item, whose JSON it may ask for
 */
export async function itemEntries(
  deps: { readonly store: ReadStore; readonly fragments: Fragments },
  ids: readonly number[],
  look: Look,
  own?: (id: number, json: () => string) => Extra,
): Promise<Buffer[]> {
  const found = await deps.fragments.list(ids)
  const extras = await loadExtras(deps.store, ids, look)
  return found.map(({ id, entry }) => {
    const more =
      own === undefined && extras === undefined
        ? undefined
        : { ...own?.(id, () => entryJson(entry)), ...extras?.get(id) }
    if (look.fields !== undefined) return pick(entry, more, look.fields)
    return more === undefined ? entry : extendedEntry(entry, more)
  })
}

async function loadExtras(
  store: ReadStore,
  ids: readonly number[],
  look: Look,
): Promise<Map<number, Extra> | undefined> {
  const wanted = (name: string) =>
    look.include?.includes(name) === true || look.fields?.includes(name) === true
  const content = wanted('content') || CONTENT_FIELDS.some(wanted)
  const breakdown = wanted('scoreBreakdown')
  if (!content && !breakdown) return undefined
  const articles = await Promise.all(ids.map((id) => store.findArticle(id)))
  return new Map(
    articles
      .filter((article) => article !== undefined)
      .map((article) => [
        article.item.id,
        {
          ...(content ? contentJson(article, look.maxChars) : {}),
          ...(breakdown ? { scoreBreakdown: scoreBreakdown(article.scoreParts) } : {}),
        },
      ]),
  )
}

function pick(entry: Buffer, more: Extra | undefined, fields: readonly string[]): Buffer {
  const item: Extra = { ...(JSON.parse(entryJson(entry)) as Extra), ...more }
  return listEntry(JSON.stringify(Object.fromEntries(fields.map((field) => [field, item[field]]))))
}
