import type { Entry, FeedInfo } from '../../model/entry.ts'
import { primarySubtag } from '../../text/language/language-tag.ts'
import { languageOfTitles } from '../../text/language/language.ts'
import { titleOf } from './title.ts'

/** Number of titles from which a feed's language is detected. */
const TITLES = 24
/** Characters of HTML that replace a missing title. */
const BEGINNING = 300

/** Sets the feed's language to that of its entries if it is clear. Many feeds state none, or their template's. */
export function withFeedLanguage(feed: FeedInfo, entries: readonly Entry[]): FeedInfo {
  const titles = entries
    .slice(0, TITLES)
    .map(({ title, summaryHtml, contentHtml }) =>
      titleOf(title || (summaryHtml ?? contentHtml ?? '').slice(0, BEGINNING)),
    )
  const language = languageOfTitles(titles, primarySubtag(feed.language))
  return language === primarySubtag(feed.language) ? feed : { ...feed, language }
}
