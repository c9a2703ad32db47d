import { fieldsJson } from '../../model/fields-json.ts'
import { type Content, itemJson } from '../../model/item.ts'
import { scoreBreakdown } from '../../model/score.ts'
import type { EncodedItem, ReadStore } from '../../store/read-store.ts'
import { cutContent } from '../bodies/cut-content.ts'
import { extendedEntry, jsonBytes, pickFields } from '../bodies/envelope.ts'

/** The parts of each item that a query selects. */
export interface Projection {
  readonly fields?: readonly string[] | undefined
  readonly include?: readonly string[] | undefined
  readonly maxChars?: number | undefined
}

/** What `include` and `fields` add to an item. */
export type Extra = Readonly<Record<string, unknown>>

const CONTENT_FIELDS = ['contentHtml', 'contentText', 'contentTruncated']

const NO_CONTENT: Content = { contentHtml: '', contentText: '' }

/** The entries of a list, in the order of `ids`, without deleted items. */
export async function itemEntries(
  store: ReadStore,
  ids: readonly number[],
  projection: Projection,
  own?: (id: number) => Extra,
): Promise<Buffer[]> {
  return (await encodedEntries(store, ids, projection, own)).map(({ json }) => json)
}

export async function encodedEntries(
  store: ReadStore,
  ids: readonly number[],
  projection: Projection,
  own?: (id: number) => Extra,
): Promise<EncodedItem[]> {
  const { fields } = projection
  if (fields === undefined) return wholeEntries(store, ids, projection, own)
  const extras = await loadExtras(store, ids, projection)
  // Ids alone need no rows, so they are available even while the store cannot be read.
  if (fields.every((field) => field === 'id')) return ids.map((id) => ({ id, json: jsonBytes({ id }) }))
  const items = await store.findItems(ids)
  return items.map((item) => ({
    id: item.id,
    json: jsonBytes(pickFields({ ...itemJson(item), ...own?.(item.id), ...extras?.get(item.id) }, fields)),
  }))
}

/** Entries with all fields, copied without parsing. */
async function wholeEntries(
  store: ReadStore,
  ids: readonly number[],
  { include = [], maxChars }: Projection,
  own?: (id: number) => Extra,
): Promise<EncodedItem[]> {
  const contents = include.includes('content') ? await findContentFields(store, ids, maxChars) : undefined
  const extras = await loadExtras(store, ids, { include: include.filter((name) => name !== 'content') })
  const found = await store.findItemJson(ids)
  if (own === undefined && contents === undefined && extras === undefined) return found
  return found.map(({ id, json }) => {
    const more: Buffer[] = []
    if (own !== undefined) more.push(fieldsJson(own(id)))
    if (contents !== undefined) more.push(...(contents.get(id) ?? NO_CONTENT_FIELDS))
    if (extras !== undefined) more.push(fieldsJson(extras.get(id) ?? {}))
    return { id, json: extendedEntry(json, more) }
  })
}

/** The texts of items as fields of an entry, by id. Whole texts are copied as the store gives them. */
async function findContentFields(
  store: ReadStore,
  ids: readonly number[],
  maxChars: number | undefined,
): Promise<Map<number, readonly Buffer[]>> {
  if (maxChars === undefined) {
    const whole = await store.findContentJson(ids)
    return new Map([...whole].map(([id, json]) => [id, [json, NOT_TRUNCATED]]))
  }
  const contents = await store.findContents(ids)
  return new Map([...contents].map(([id, content]) => [id, [fieldsJson(cutContent(content, maxChars))]]))
}

const NOT_TRUNCATED = fieldsJson({ contentTruncated: false })
const NO_CONTENT_FIELDS = [fieldsJson(cutContent(NO_CONTENT, undefined))]

/** The fields that a projection adds, by item id; `undefined` for none. */
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
  const contents = content ? await store.findContents(ids) : undefined
  const scoreParts = breakdown ? await store.findScoreParts(ids) : undefined
  const thumbnailed = thumbnail ? await store.listThumbnailed(ids) : undefined
  return new Map(
    ids.map((id) => {
      const parts = scoreParts?.get(id)
      return [
        id,
        {
          ...(contents && cutContent(contents.get(id) ?? NO_CONTENT, projection.maxChars)),
          ...(parts && { scoreBreakdown: scoreBreakdown(parts) }),
          ...(thumbnailed && { hasThumbnail: thumbnailed.has(id) }),
        },
      ]
    }),
  )
}
