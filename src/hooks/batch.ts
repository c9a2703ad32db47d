import type { Hook, HookBody } from '../model/hook.ts'
import type { Item } from '../model/item.ts'
import type { ChangePage, ItemChange, ReadStore } from '../store/read-store.ts'
import { chatMessage } from './chat-message.ts'

/** A row of `/api/changes`. */
interface EncodedRow {
  readonly seq: number
  readonly json: Buffer
}

/** Paging fields of a JSON body. */
type RowsPage = Pick<ChangePage, 'nextSince' | 'hasMore' | 'latestSeq' | 'asOf'> & {
  readonly since: number
}

export interface ChangeEncoding {
  /** Without deleted items. */
  rows(changes: readonly ItemChange[]): Promise<readonly EncodedRow[]>
  body(rows: readonly EncodedRow[], page: RowsPage): Promise<Buffer>
}

/** What a hook sends for the changes up to `position`. */
export interface NextBatch {
  /** `undefined` if it sends nothing. */
  readonly body: HookBody | undefined
  readonly position: number
  /** Whether there are more changes. */
  readonly hasMore: boolean
  readonly storyIds: readonly number[]
}

/** Longest JSON body. A longer row is sent alone. */
const MAX_BODY_BYTES = 1_000_000

/**
 * Makes the body of a request. What does not fit is left for the next one.
 *
 * @param changes by ascending `seq`
 */
export async function batchOf(
  { name, template }: Pick<Hook, 'name' | 'template'>,
  changes: readonly ItemChange[],
  page: RowsPage,
  { store, encoding }: { readonly store: ReadStore; readonly encoding: ChangeEncoding },
): Promise<NextBatch> {
  if (template === undefined) {
    const rows = await encoding.rows(changes)
    const count = countWithin(rows)
    const rest = restAfter(rows, count, page)
    if (count === 0) return { ...rest, body: undefined, storyIds: [] }
    const taken = rows.slice(0, count)
    const json = await encoding.body(taken, { ...page, nextSince: rest.position, hasMore: rest.hasMore })
    const text = `{"hook":${JSON.stringify(name)},${json.toString().slice(1)}`
    return { ...rest, body: { mimeType: 'application/json', text }, storyIds: storiesOf(changes, taken) }
  }
  const items = new Map((await store.findItems(changes.map(({ id }) => id))).map((item) => [item.id, item]))
  const lines = changes.flatMap((change) => {
    const item = change.op === 'put' ? items.get(change.id) : undefined
    return item === undefined ? [] : [{ ...change, item }]
  })
  if (lines.length === 0)
    return { body: undefined, position: page.nextSince, hasMore: page.hasMore, storyIds: [] }
  const { count, ...body } = chatMessage(
    template,
    lines.map(({ item }) => lineOf(item)),
  )
  return { ...restAfter(lines, count, page), body, storyIds: storiesOf(changes, lines.slice(0, count)) }
}

function countWithin(rows: readonly EncodedRow[]): number {
  let bytes = 0
  const end = rows.findIndex(({ json }) => (bytes += json.length) > MAX_BODY_BYTES)
  return end === -1 ? rows.length : Math.max(1, end)
}

function restAfter(
  rows: readonly { readonly seq: number }[],
  count: number,
  { nextSince, hasMore }: RowsPage,
): Pick<NextBatch, 'position' | 'hasMore'> {
  const first = rows[count]
  return first === undefined ? { position: nextSince, hasMore } : { position: first.seq - 1, hasMore: true }
}

function storiesOf(changes: readonly ItemChange[], taken: readonly { readonly seq: number }[]): number[] {
  const seqs = new Set(taken.map(({ seq }) => seq))
  return changes.flatMap(({ seq, storyId }) => (storyId !== undefined && seqs.has(seq) ? storyId : []))
}

function lineOf({ title, url, sourceName, story }: Item) {
  return { title, url, reportedBy: story.sourceCount > 1 ? story.sourceCount : sourceName }
}
