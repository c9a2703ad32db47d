import { canonicalKey } from '../url/url.ts'
import type { SightingWrite } from './records.ts'
import type { KnownEntry, TitledEntry } from './store.ts'

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

/** The columns of a `TitledRow`: of an item `i` with its content `c`. */
export const TITLED_COLUMNS = `${KNOWN_COLUMNS}, i.url, i.summary, substr(coalesce(c.text, c.html, ''), 1, 400) AS text`

export interface TitledRow extends KnownRow {
  readonly summary: string
  readonly text: string
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

export function titledOf(row: TitledRow, source: number, entryHash: string | undefined): TitledEntry {
  return { ...knownOf(row, source, entryHash), summary: row.summary, text: row.text }
}

/**
 * Keys other than its own by which an item is found: its title's; the address of its proxy; and its own address where the
 * key is that address and a part behind `#`. Several articles may share each of them.
 */
export function sharedKeys({ key, url, proxyUrl, titleKey }: SightingWrite): string[] {
  const proxied = proxyUrl === undefined ? undefined : canonicalKey(proxyUrl)
  // A key without `#` is the address itself.
  const own = key.includes('#') ? canonicalKey(url) : undefined
  return [proxied, own, titleKey].flatMap((shared) =>
    shared === undefined || shared === key ? [] : [shared],
  )
}
