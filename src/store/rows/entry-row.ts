import { canonicalKey } from '../../url/url.ts'
import type { SightingWrite } from '../records.ts'
import type { KnownEntry, TitledEntry } from '../store.ts'

/** The columns of a `KnownRow`, but for its address. */
export const KNOWN_COLUMNS =
  'i.id, i.story_id, i.content_hash, i.source_id, i.published_at, i.updated_at, i.title'

export interface KnownRow {
  readonly id: number
  readonly story_id: number
  readonly content_hash: string
  readonly source_id: number
  readonly published_at: number
  readonly updated_at: number | null
  readonly title: string
  readonly url: string
}

/** A source's sighting of an item. */
export interface SightingRow {
  readonly entry_hash: string
  readonly text_hash: number | null
}

/** The columns of a `TitledRow`: of an item `i` with its content `c`. */
export const TITLED_COLUMNS = `${KNOWN_COLUMNS}, i.url, i.summary, substr(coalesce(c.text, c.html, ''), 1, 400) AS text`

export interface TitledRow extends KnownRow {
  readonly summary: string
  readonly text: string
}

export type OwnRow = KnownRow & SightingRow

/** An address whose item was deleted has no id. */
export type AddressRow = { readonly last_texts: string | null } & (
  | KnownRow
  | (Partial<KnownRow> & { readonly id: null })
)

/** @param sighting of the source; `undefined` if only other sources have the article */
export function knownOf(row: KnownRow, source: number, sighting: SightingRow | undefined): KnownEntry {
  return {
    itemId: row.id,
    storyId: row.story_id,
    entryHash: sighting?.entry_hash,
    textHash: sighting?.text_hash ?? undefined,
    contentHash: row.content_hash,
    title: row.title,
    url: row.url,
    owned: row.source_id === source,
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
  }
}

export function titledOf(row: TitledRow, source: number, sighting: SightingRow | undefined): TitledEntry {
  return { ...knownOf(row, source, sighting), summary: row.summary, text: row.text }
}

/**
 * Keys other than its own by which an item is found, several items by one: its title's; the address of its proxy; and its own
 * address and the page's, where the key is a part of that page (`PAGE#PART`) or stands for an entry without a link
 * (`entry:SOURCE:…`).
 */
export function sharedKeys({ key, url, proxyUrl, titleKey }: SightingWrite): string[] {
  const part = key.lastIndexOf('#')
  const proxied = proxyUrl === undefined ? undefined : canonicalKey(proxyUrl)
  // Any other key is the address itself.
  const own = part !== -1 || key.startsWith('entry:') ? canonicalKey(url) : undefined
  const page = part === -1 ? undefined : key.slice(0, part)
  const shared = new Set([proxied, own, page, titleKey].filter((one) => one !== undefined))
  shared.delete(key)
  return [...shared]
}

/**
 * What one source said at an address, as `addresses.last_texts` has it: a part of a list. Of a deleted article it has what each
 * of its sources said last, of a stored one the texts before the present one.
 */
export function lastText(source: number, textHash: number): string {
  return `${source}:${textHash}`
}

/** The hashes in `addresses.last_texts` that are of the source, in the order of the list. */
export function lastTextsOf(source: number, lastTexts: string | null): number[] {
  const parts = (lastTexts ?? '').split(',').map((part) => part.split(':'))
  return parts.flatMap(([of, textHash]) => (Number(of) === source ? [Number(textHash)] : []))
}
