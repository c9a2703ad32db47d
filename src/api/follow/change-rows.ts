import { toIso } from '../../model/time.ts'
import type { ChangePage, ItemChange, ReadStore } from '../../store/read-store.ts'
import { encodedEntries, type Projection } from '../answer/item-entries.ts'
import { CLOSE, withCommas } from '../bodies/envelope.ts'

export interface EncodedChange extends Pick<ItemChange, 'seq' | 'nextSince' | 'op'> {
  readonly json: Buffer
}

/** Rows with their items. Items deleted meanwhile are left out, since a later row says so. */
export async function encodeChanges(
  store: ReadStore,
  { changes }: Pick<ChangePage, 'changes'>,
  projection: Projection,
): Promise<EncodedChange[]> {
  const ids = changes.filter(({ op }) => op === 'put').map(({ id }) => id)
  const entries = ids.length === 0 ? [] : await encodedEntries(store, ids, projection)
  const items = new Map(entries.map(({ id, json }) => [id, json]))
  return changes.flatMap((change): EncodedChange[] => {
    const { seq, nextSince, op, reasons, id, storyId = null } = change
    const at = toIso(change.at)
    if (op === 'delete') {
      const row = { seq, op, reasons, id, storyId, mergedInto: null, at, item: null }
      return [{ seq, nextSince, op, json: Buffer.from(JSON.stringify(row)) }]
    }
    const item = items.get(id)
    if (item === undefined) return []
    const head = `{"seq":${seq},"op":"put","reasons":${JSON.stringify(reasons)},"id":${id},"storyId":${storyId},"at":"${at}","item":`
    return [{ seq, nextSince, op, json: Buffer.concat([Buffer.from(head), item, CLOSE]) }]
  })
}

/** Identifies a store's sequence of changes, so that followers notice another one. */
export async function storeName(store: ReadStore): Promise<string> {
  return `urn:uuid:${await store.historyId()}`
}

export function changesBody(
  storeId: string,
  rows: readonly Pick<EncodedChange, 'json'>[],
  { since, nextSince, hasMore, latestSeq, asOf }: Omit<ChangePage, 'changes'> & { readonly since: number },
): Buffer {
  const head = `{"storeId":${JSON.stringify(storeId)},"since":${since},"changes":[`
  const end = { count: rows.length, nextSince, hasMore, latestSeq, asOf: toIso(asOf) }
  const parts = withCommas(rows.map(({ json }) => json))
  return Buffer.concat([Buffer.from(head), ...parts, Buffer.from(`],${JSON.stringify(end).slice(1)}`)])
}
