import { scoreBreakdown } from '../../domain/score.ts'
import type { ReadStore } from '../../store/store.ts'
import { contentJson } from '../bodies/item.ts'
import type { Fragments } from './fragments.ts'

/** What of each item is wanted. */
export interface Look {
  readonly fields?: readonly string[] | undefined
  readonly include?: readonly string[] | undefined
  readonly maxChars?: number | undefined
}

type Extra = Readonly<Record<string, unknown>>

const CONTENT_FIELDS = ['contentHtml', 'contentText', 'contentTruncated']

/**
 * The entries of a list as JSON, in the order of `ids`, without what is gone. Where only the items
 * themselves are wanted these are the prepared bytes; anything more costs its making.
 *
 * @param own what this list adds to an item
 */
export async function itemEntries(
  deps: { readonly store: ReadStore; readonly fragments: Fragments },
  ids: readonly number[],
  look: Look,
  own?: (id: number, json: Buffer) => Extra,
): Promise<Buffer[]> {
  const found = await deps.fragments.list(ids)
  const extras = await loadExtras(deps.store, ids, look)
  return found.map(({ id, json }) => {
    const more =
      own === undefined && extras === undefined ? undefined : { ...own?.(id, json), ...extras?.get(id) }
    if (look.fields !== undefined) return pick(json, more, look.fields)
    return more === undefined ? json : joined(json, more)
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

/** Two JSON objects made one, without reading the first. */
function joined(json: Buffer, more: Extra): Buffer {
  const rest = JSON.stringify(more)
  return rest === '{}' ? json : Buffer.concat([json.subarray(0, -1), Buffer.from(`,${rest.slice(1)}`)])
}

function pick(json: Buffer, more: Extra | undefined, fields: readonly string[]): Buffer {
  const item: Extra = { ...(JSON.parse(json.toString('utf8')) as Extra), ...more }
  return Buffer.from(JSON.stringify(Object.fromEntries(fields.map((field) => [field, item[field]]))))
}
