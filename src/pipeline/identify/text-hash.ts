import type { Entry } from '../../model/entry.ts'
import { hashOf } from './hash.ts'

/** A tag, also one that is never closed. */
const TAG = /<[^<>]*>?/g

/** The address of a picture or another medium without its query, which may be another one in each document. */
const SRC = /\ssrc\s*=\s*["']?([^"'?#\s>]+)/i

/**
 * Gives a hash of the title, text and pictures of an entry: 32 bits, signed. It stays the same where markup, white space,
 * counts of comments or signed addresses change, which differ between documents though nobody has written anything.
 */
export function textHashOf({
  title,
  summaryHtml = '',
  contentHtml = '',
}: Pick<Entry, 'title' | 'summaryHtml' | 'contentHtml'>): number {
  const parts = [title, summaryHtml, contentHtml].map((html) =>
    html.replace(TAG, (tag) => SRC.exec(tag)?.[1] ?? '').replace(/\s+/g, ''),
  )
  return Buffer.from(hashOf(...parts), 'base64url').readInt32BE()
}
