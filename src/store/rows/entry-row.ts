import { canonicalKey } from '../../url/url.ts'
import type { SightingWrite } from '../records.ts'
import type { KnownEntry, TitledEntry } from '../store.ts'

/** Columns of a `KnownRow`, without its address. */
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

export interface SightingRow {
  readonly entry_hash: string
  readonly text_hash: number | null
}

/** Columns of a `TitledRow`, from an item `i` with its content `c`. */
export const TITLED_COLUMNS = `${KNOWN_COLUMNS}, i.url, i.summary, substr(coalesce(c.text, c.html, ''), 1, 400) AS text`

export interface TitledRow extends KnownRow {
  readonly summary: string
  readonly text: string
}

export type OwnRow = KnownRow & SightingRow

/** `id` is null if the item of the address was deleted. */
export type AddressRow = { readonly last_texts: string | null } & (
  | KnownRow
  | (Partial<KnownRow> & { readonly id: null })
)

/** @param sighting this source's; `undefined` if only other sources have the article */
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
 * Further keys by which an item is found, which several items may share: of its title; of its proxy's address; of its
 * own address and its page's, if its key is a part of that page (`PAGE#PART`) or of an entry without a link
 * (`entry:SOURCE:…`).
 */
export function sharedKeys({ key, url, proxyUrl, titleKey }: SightingWrite): string[] {
  const part = key.lastIndexOf('#')
  const proxied = proxyUrl === undefined ? undefined : canonicalKey(proxyUrl)
  // Any other key is that of the address itself.
  const own = part !== -1 || key.startsWith('entry:') ? canonicalKey(url) : undefined
  const page = part === -1 ? undefined : key.slice(0, part)
  const shared = new Set([proxied, own, page, titleKey].filter((one) => one !== undefined))
  shared.delete(key)
  return [...shared]
}

/**
 * Encodes an element of `addresses.last_texts`, a list separated by commas: a source and the hash of its text. For a
 * deleted article it has each source's last text, for a stored one the earlier texts.
 */
export function lastText(source: number, textHash: number): string {
  return `${source}:${textHash}`
}

/** Decodes the hashes of one source in `addresses.last_texts`, in order. */
export function lastTextsOf(source: number, lastTexts: string | null): number[] {
  const parts = (lastTexts ?? '').split(',').map((part) => part.split(':'))
  return parts.flatMap(([of, textHash]) => (Number(of) === source ? [Number(textHash)] : []))
}
