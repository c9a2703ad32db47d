import type { Entry } from '../../model/entry.ts'
import type { Article } from '../../model/item.ts'
import type { ArticlePage } from '../../sources/article/article-page.ts'
import { plainTextToHtml } from '../../text/html/escape-html.ts'
import { textOf } from '../../text/html/sanitize.ts'

/** Maximum length of HTML that is compared, in characters. */
const MAX_COMPARED = 500_000

/** Whether a list would show the entry without an image or without a line of text. */
export function lacksPreview(entry: Entry): boolean {
  return !hasImage(entry) || textLength(textHtml(entry)) === 0
}

/**
 * Adds to an entry what its page has: the text if it is longer than the feed's, and everything that the feed does
 * not state. What the feed states stays, because its publisher chose it for lists.
 */
export function withPage(entry: Entry, page: ArticlePage): Entry {
  const said = textHtml(entry)
  const description = page.description === undefined ? undefined : plainTextToHtml(page.description)
  return {
    ...entry,
    title: entry.title === '' ? plainTextToHtml(page.title ?? '') : entry.title,
    summaryHtml: textLength(said) > 0 ? (entry.summaryHtml ?? said) : (description ?? entry.summaryHtml),
    contentHtml: longer(page.contentHtml, entry),
    author: entry.author ?? page.author,
    imageUrl: entry.imageUrl ?? (hasImageEnclosure(entry) ? undefined : page.imageUrl),
    publishedAt: entry.publishedAt ?? page.publishedAt,
  }
}

/** Adds to an entry what its page had earlier. A deleted page then changes nothing. */
export function withStored(entry: Entry, { item, contentHtml }: Article): Entry {
  const imageUrl = hasImageEnclosure(entry) ? undefined : (item.imageUrl ?? undefined)
  return { ...entry, contentHtml: longer(contentHtml, entry), imageUrl: entry.imageUrl ?? imageUrl }
}

function longer(html: string | undefined, entry: Entry): string | undefined {
  return textLength(html) > textLength(textHtml(entry)) ? html : entry.contentHtml
}

/** The HTML that holds the entry's text. */
function textHtml({ contentHtml, summaryHtml }: Entry): string | undefined {
  return textLength(contentHtml) > 0 ? contentHtml : summaryHtml
}

function textLength(html: string | undefined): number {
  return html === undefined || html === '' ? 0 : textOf(html.slice(0, MAX_COMPARED)).length
}

function hasImage(entry: Entry): boolean {
  const { imageUrl, contentHtml = '', summaryHtml = '' } = entry
  return (
    imageUrl !== undefined ||
    hasImageEnclosure(entry) ||
    /<img\s/i.test(contentHtml) ||
    /<img\s/i.test(summaryHtml)
  )
}

function hasImageEnclosure({ enclosures }: Entry): boolean {
  return enclosures.some(({ mimeType }) => mimeType?.startsWith('image/') === true)
}
