const CONTENT_LOCATION = 'RFC 9110 no longer lets Content-Location change what links are relative to'

/** Cases of other projects' tests that we do not follow, by the name of their file, and why. */
export const REASONS: ReadonlyMap<string, string> = new Map([
  ['entities/lang.xml', '&lang; is U+27E8 in HTML 5, which everybody follows, and was U+2329 in HTML 4'],
  ['wellformed/base/http_item_link_base_content_location.xml', CONTENT_LOCATION],
  ['wellformed/http/headers_content_location-relative.xml', CONTENT_LOCATION],
  [
    'wellformed/lang/http_content_language_entry_title_inherit.xml',
    'Content-Language says more of how a server is set up than of a feed',
  ],
  ['feed_item_links_-_rss_channel_item_links.xml', 'of two links gofeed takes the last'],
  ['feed_links_-_rss_channel_links.xml', 'of two links gofeed takes the last'],
  [
    'jsonfeed_elastic_1.1.json',
    'the item names authors of 1.1 and an author of 1.0: the former replaced the latter',
  ],
  ['assembla.xml', 'the address was escaped twice, which KDE keeps'],
  ['desc-d.xml', 'plain text in CDATA, which KDE makes HTML of by itself'],
  ['schockwellenreiter.xml', 'the number 139 means windows-1252, as in HTML; KDE drops it'],
])
