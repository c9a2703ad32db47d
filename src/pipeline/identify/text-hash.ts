import type { Entry } from '../../model/entry.ts'
import type { ItemDraft } from '../../model/item.ts'
import type { KnownEntry } from '../../store/store.ts'
import { fnv1a } from '../../text/fnv.ts'

/** A tag; for media with the address, without its query, which may differ in each document. */
const TAG =
  /<(?:(?:img|source|video|audio|iframe)(?=\s)(?:(?=[^>]*?\ssrc\s*=\s*["']?([^"'?#\s>]+))|)|[a-z/!?])[^>]*>/gi

// oxlint-disable-next-line no-control-regex -- controls count as blanks
const SPACE = /[\0-\x20\xa0]+/g

/**
 * Hash of an entry's title, text and pictures: signed 32 bits, FNV-1a. It ignores markup, white space, comment counts
 * and signatures in addresses, which differ between documents although nobody has edited anything.
 *
 * FNV-1a is fast, since every entry of a changed document is hashed. A collision only hides one edit.
 */
export function textHashOf({
  title,
  summaryHtml = '',
  contentHtml = '',
}: Pick<Entry, 'title' | 'summaryHtml' | 'contentHtml'>): number {
  // Separated parts: a word that moves from the title to the text is a change.
  return fnv1a([title, summaryHtml, contentHtml].map((html) => `${saidIn(html)}\0`).join(''))
}

/** The text of HTML without white space, with the addresses of its media. */
function saidIn(html: string): string {
  // A `<` after the last `>` begins no tag. Searching for its end would take quadratic time.
  const tagsEnd = html.lastIndexOf('>') + 1
  return (html.slice(0, tagsEnd).replace(TAG, '$1') + html.slice(tagsEnd)).replace(SPACE, '')
}

/** Whether the text differs from the last visit, ignoring markup. */
export function isOtherText(draft: ItemDraft, known: KnownEntry): boolean {
  return known.textHash === undefined
    ? draft.contentHash !== known.contentHash
    : draft.textHash !== known.textHash
}
