import type { Entry, FeedInfo } from '../../model/entry.ts'
import { countEach } from '../../model/group-by.ts'
import { canonicalKey, displayUrl, publisherOf } from '../../url/url.ts'

/** A link that this many entries share is not their own, but that of a category or list. */
const MANY_OF_LINK = 3

/**
 * For entries that share their link, uses the guid as the address if it is an address of the same publisher. Links to
 * the site itself stay: such an entry may have a recording.
 */
export function withPermalinks(
  entries: readonly Entry[],
  { siteUrl }: Pick<FeedInfo, 'siteUrl'>,
): readonly Entry[] {
  const links = countEach(entries.map(({ url }) => url))
  if (![...links.values()].some((count) => count >= MANY_OF_LINK)) return entries
  const guids = countEach(entries.map(({ guid }) => guid))
  const home = canonicalKey(siteUrl ?? '')
  return entries.map((entry) => {
    const { url = '', guid = '' } = entry
    if ((links.get(url) ?? 0) < MANY_OF_LINK || guids.get(guid) !== 1) return entry
    const permalink = displayUrl(guid)
    const isOwn = permalink !== undefined && publisherOf(permalink) === publisherOf(url)
    return isOwn && canonicalKey(url) !== home ? { ...entry, url: permalink } : entry
  })
}
