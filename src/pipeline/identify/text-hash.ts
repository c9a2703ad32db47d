import type { Entry } from '../../model/entry.ts'
import type { ItemDraft } from '../../model/item.ts'
import type { KnownEntry } from '../../store/store.ts'
import { FNV_START, withUnit } from '../../text/fnv.ts'

/** What `<` begins a tag with. */
const AFTER_LESS_THAN = /[a-z/!?]/i

/** The start of a tag of a picture or another medium. */
const MEDIUM = /<(?:img|source|video|audio|iframe)\s/iy

/** The address of a medium without its query, which may be another one in each document. */
const SRC = /\ssrc\s*=\s*["']?([^"'?#\s>]+)/i

const [LESS_THAN, SPACE, NO_BREAK_SPACE] = [0x3c, 0x20, 0xa0]

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
  let hash = FNV_START
  // The parts are apart: a word that moves from the title to the text is a change.
  for (const html of [title, summaryHtml, contentHtml]) hash = withUnit(withHtml(hash, html), 0)
  return hash
}

/** Whether a source says something else than at its last visit, markup aside. */
export function isOtherText(draft: ItemDraft, known: KnownEntry): boolean {
  return known.textHash === undefined
    ? draft.contentHash !== known.contentHash
    : draft.textHash !== known.textHash
}

function withHtml(before: number, html: string): number {
  let hash = before
  let hasTags = true
  for (let at = 0; at < html.length; at++) {
    const unit = html.charCodeAt(at)
    if (unit <= SPACE || unit === NO_BREAK_SPACE) continue
    const isTag = unit === LESS_THAN && hasTags && AFTER_LESS_THAN.test(html.charAt(at + 1))
    const end = isTag ? html.indexOf('>', at) : -1
    if (isTag && end < 0) hasTags = false
    if (end < 0) hash = withUnit(hash, unit)
    else {
      MEDIUM.lastIndex = at
      const src = MEDIUM.test(html) ? (SRC.exec(html.slice(at, end))?.[1] ?? '') : ''
      for (let each = 0; each < src.length; each++) hash = withUnit(hash, src.charCodeAt(each))
      at = end
    }
  }
  return hash
}
