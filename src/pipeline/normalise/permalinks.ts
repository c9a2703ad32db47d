import type { Entry, FeedInfo } from '../../model/entry.ts'
import { countEach } from '../../model/group-by.ts'
import { canonicalKey, displayUrl, publisherOf } from '../../url/url.ts'

/** So many entries of one link have it in place of their own: that of a category, of a list. */
const MANY_OF_LINK = 3

/**
 * Gives entries that share their link with others their guids as addresses, if these are addresses at the same publisher. A link to
 * the site itself stays: such an entry may have a recording.
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
