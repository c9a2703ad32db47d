import type { Entry, FeedInfo } from '../../model/entry.ts'
import { isPlainly } from '../../text/language/common-words.ts'
import { primarySubtag } from '../../text/language/language-tag.ts'
import { languageOfTitles } from '../../text/language/language.ts'
import { titleOf } from './title.ts'

/** Number of titles from which a feed's language is detected. */
const TITLES = 24
/** Characters of HTML at the beginning of a text. */
const BEGINNING = 300

/**
 * Sets the feed's language to that of its entries if it is clear. Many feeds state none, or their template's. Titles
 * that are names in another language ("Goldman Sachs Buy") do not refute a language in which the texts are written.
 */
export function withFeedLanguage(feed: FeedInfo, entries: readonly Entry[]): FeedInfo {
  const newest = entries.slice(0, TITLES)
  const stated = primarySubtag(feed.language)
  const titles = newest.map((entry) => titleOf(entry.title || beginningOf(entry)))
  const language = languageOfTitles(titles, stated)
  if (language === stated) return feed
  const isWritten =
    stated !== undefined && isPlainly(stated, newest.map((entry) => titleOf(beginningOf(entry))).join('. '))
  return isWritten ? feed : { ...feed, language }
}

function beginningOf({ summaryHtml, contentHtml }: Entry): string {
  return (summaryHtml ?? contentHtml ?? '').slice(0, BEGINNING)
}
