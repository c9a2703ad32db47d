import type { Entry } from '../../model/entry.ts'
import type { ItemDraft } from '../../model/item.ts'
import type { KnownEntry } from '../../store/store.ts'
import { fnv1a } from '../../text/fnv.ts'

/** A tag; of a picture or another medium with its address, without the query, which may be another one in each document. */
const TAG =
  /<(?:(?:img|source|video|audio|iframe)(?=\s)(?:(?=[^>]*?\ssrc\s*=\s*["']?([^"'?#\s>]+))|)|[a-z/!?])[^>]*>/gi

// oxlint-disable-next-line no-control-regex -- controls count as blanks
const SPACE = /[\0-\x20\xa0]+/g

/**
 * Gives a hash of the title, text and pictures of an entry: 32 bits, signed. It stays the same where markup, white space,
 * counts of comments or signed addresses change, which differ between documents though nobody has written anything.
 *
 * It is FNV-1a. It is computed for each entry of each changed document, and a collision only hides one edition.
 */
export function textHashOf({
  title,
  summaryHtml = '',
  contentHtml = '',
}: Pick<Entry, 'title' | 'summaryHtml' | 'contentHtml'>): number {
  // The parts are apart: a word that moves from the title to the text is a change.
  return fnv1a([title, summaryHtml, contentHtml].map((html) => `${saidIn(html)}\0`).join(''))
}

/** The text of HTML without white space, with the addresses of its media. */
function saidIn(html: string): string {
  // A `<` behind the last `>` begins no tag. Looking for its end would take a quadratic time.
  const tagsEnd = html.lastIndexOf('>') + 1
  return (html.slice(0, tagsEnd).replace(TAG, '$1') + html.slice(tagsEnd)).replace(SPACE, '')
}

/** Whether a source says something else than at its last visit, markup aside. */
export function isOtherText(draft: ItemDraft, known: KnownEntry): boolean {
  return known.textHash === undefined
    ? draft.contentHash !== known.contentHash
    : draft.textHash !== known.textHash
}
