import type { Entry } from '../../model/entry.ts'
import { publisherOf } from '../../url/url.ts'

/**
 * Whether an entry is a discussion of another site's page, as collections of links have them: its guid and its title are
 * those of the discussion, and the article is what it links to.
 */
export function isDiscussion({ url, commentsUrl }: Entry): boolean {
  if (url === undefined || commentsUrl === undefined) return false
  const [site, talk] = [publisherOf(url), publisherOf(commentsUrl)]
  return site !== undefined && talk !== undefined && site !== talk
}
