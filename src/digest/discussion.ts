import type { Entry } from '../domain/entry.ts'
import { publisherOf } from '../domain/url.ts'

/**
 * Whether an entry is a discussion of another site's page, as collections of links have them: its guid and its title are
 * those of the discussion, and the article is what it links to.
 */
export function isDiscussion({ url, commentsUrl }: Entry): boolean {
  return url !== undefined && commentsUrl !== undefined && publisherOf(url) !== publisherOf(commentsUrl)
}
