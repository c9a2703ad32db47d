import type { KnownEntry } from './store.ts'

/** The columns of a `KnownRow`, but for its address. */
export const KNOWN_COLUMNS = 'i.id, i.story_id, i.content_hash, i.source_id, i.published_at, i.title'

export interface KnownRow {
  readonly id: number
  readonly story_id: number
  readonly content_hash: string
  readonly source_id: number
  readonly published_at: number
  readonly title: string
  readonly url: string
}

export interface OwnRow extends KnownRow {
  readonly entry_hash: string
}

export type AddressRow = { readonly item_id: number | null } & (
  | KnownRow
  | (Partial<KnownRow> & { readonly id: null })
)

export function knownOf(row: KnownRow, source: number, entryHash: string | undefined): KnownEntry {
  return {
    itemId: row.id,
    storyId: row.story_id,
    entryHash,
    contentHash: row.content_hash,
    title: row.title,
    url: row.url,
    owned: row.source_id === source,
    publishedAt: row.published_at,
  }
}
