import type { FeedLink } from '../discover/feed-links.ts'
import { isObject, parseJson, textOf } from '../json/values.ts'
import { httpUrl } from './values.ts'

/**
 * The feed of a podcast that Apple's directory names in its answer to a lookup by number; none for any other document.
 *
 * @see https://performance-partners.apple.com/search-api
 */
export function linksOfDirectory(body: Buffer): readonly FeedLink[] {
  const answer = parseJson(body.toString('utf8'))
  const results = isObject(answer) ? answer['results'] : undefined
  const first: unknown = Array.isArray(results) ? results[0] : undefined
  const url = isObject(first) ? httpUrl(textOf(first['feedUrl']), undefined) : undefined
  return url === undefined ? [] : [{ url, title: '', from: 'link' }]
}
