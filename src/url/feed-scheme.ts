/** Prefixes that make a browser hand an address to a feed reader or a podcast player. Each stands for http. */
const FEED_SCHEME = /^\s*(?:(?:web\+)?feed|itpc|pcast|podcast):(?:\/\/)?(?=[^\s/])/i

/**
 * Gives the http or https address behind `feed://HOST/PATH` or `feed:https://HOST/PATH`. Other text is returned
 * unchanged.
 *
 * @param scheme of an address that states none but `feed:`; '' makes it relative to a page's scheme
 */
export function withoutFeedScheme(address: string, scheme: '' | 'http:' = 'http:'): string {
  const rest = address.replace(FEED_SCHEME, '')
  if (rest === address || /^https?:/i.test(rest)) return rest
  return `${scheme}//${rest}`
}
