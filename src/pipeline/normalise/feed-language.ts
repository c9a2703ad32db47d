import type { Entry, FeedInfo } from '../../model/entry.ts'
import { primarySubtag } from '../../text/language/language-tag.ts'
import { languageOfTitles } from '../../text/language/language.ts'
import { titleOf } from './title.ts'

/** So many titles tell what language a feed is in. */
const TITLES = 24
/** What stands for the title of an entry that has none, in characters of HTML. */
const BEGINNING = 300

/**
 * Gives the feed with the language that its entries are in, where they are plainly in one: many feeds state none, and
 * many state that of their template.
 */
export function withFeedLanguage(feed: FeedInfo, entries: readonly Entry[]): FeedInfo {
  const titles = entries
    .slice(0, TITLES)
    .map(({ title, summaryHtml, contentHtml }) =>
      titleOf(title || (summaryHtml ?? contentHtml ?? '').slice(0, BEGINNING)),
    )
  const language = languageOfTitles(titles, primarySubtag(feed.language))
  return language === primarySubtag(feed.language) ? feed : { ...feed, language }
}
