import type { Entry } from '../../model/entry.ts'
import { htmlToText, sanitize, type Sanitized } from '../../text/html/sanitize.ts'
import { titleOfAddress } from '../../url/title-of-address.ts'
import { teaserOf, type SharedParts } from './shared-parts.ts'
import { withoutSiteName, type SiteNames } from './site-name.ts'
import { beginningOf, cutText, isSameText, MAX_SUMMARY_SOURCE_CHARS } from './summary.ts'
import { titleOf, withCaption, withoutHeading } from './title.ts'

/** Maximum length of a title that is made from a summary, in characters. */
const MAX_SPOKEN_TITLE_CHARS = 100

/** A lone address, or signs without a letter or digit. */
const NO_SUMMARY = /^(?:https?:\/\/\S+|[^\p{L}\p{N}]+)$/u

const NOTHING: Sanitized = { html: '', text: '', imageUrl: undefined }

interface Words {
  readonly title: string
  readonly summary: string
  /** The text, without a repeated title or caption. */
  readonly content: Sanitized
  /** Text that tells the language. */
  readonly sample: string
}

/** The title, the summary and the text, none of which repeats another. @param url names an entry without words */
export function wordsOf(
  entry: Entry,
  page: string,
  url: string,
  names: SiteNames,
  shared: SharedParts,
): Words {
  const statedTitle = titleOf(entry.title)
  const ownTitle = withoutSiteName(statedTitle, names)
  const titles = [statedTitle, ownTitle]
  const content = withCaption(withoutHeading(contentOf(entry, page), titles), titles)
  const firstSummary = summaryOf(entry, content, statedTitle)
  const title =
    ownTitle ||
    cutText(firstSummary, MAX_SPOKEN_TITLE_CHARS) ||
    mediaOf(entry) ||
    titleOfAddress(url) ||
    (content.imageUrl === undefined ? url : 'Image')
  // The summary does not repeat a title that is made of the text.
  const ownSummary = statedTitle === '' ? summaryOf(entry, content, title) : firstSummary
  const isShared = shared.texts.has(teaserOf(entry) ?? '')
  const isRedundant = (text: string): boolean =>
    (isShared && text === ownSummary) || [title, statedTitle].some((one) => isSameText(text, one))
  const candidate = isRedundant(ownSummary) ? beginningOf(content, statedTitle || title) : ownSummary
  const summary = isRedundant(candidate) || NO_SUMMARY.test(candidate) ? '' : candidate
  const sample = `${title} ${isRedundant(ownSummary) ? summary : firstSummary}`
  return { title, summary, content, sample }
}

/** Names the media of a post without text. */
function mediaOf({ enclosures, imageUrl }: Entry): string | undefined {
  const types = enclosures.map(({ mimeType }) => mimeType?.split('/')[0])
  if (types.includes('video')) return 'Video'
  if (types.includes('audio')) return 'Audio'
  return types.includes('image') || imageUrl !== undefined ? 'Image' : undefined
}

/**
 * The entry's content, or else its summary. Many feeds put the whole text into the summary, and only a picture or
 * nothing into the content.
 */
function contentOf(entry: Entry, base: string): Sanitized {
  const content = entry.contentHtml ? sanitize(entry.contentHtml, base) : NOTHING
  if (content.text !== '' || !entry.summaryHtml) return content
  const summary = sanitize(entry.summaryHtml, base)
  if (summary.text === '') return content.html === '' ? summary : content
  const { imageUrl = summary.imageUrl } = content
  const isOwn = content.imageUrl !== undefined && summary.imageUrl === undefined
  return { ...summary, html: isOwn ? `${content.html}\n${summary.html}` : summary.html, imageUrl }
}

/** The stated summary, or else the beginning of the text. */
function summaryOf(entry: Entry, content: Sanitized, title: string): string {
  if (entry.summaryHtml && entry.contentHtml) {
    const html = entry.summaryHtml.slice(0, MAX_SUMMARY_SOURCE_CHARS)
    const stated = beginningOf({ html, text: htmlToText(html) }, title)
    if (stated !== '') return stated
  }
  return beginningOf(content, title)
}
