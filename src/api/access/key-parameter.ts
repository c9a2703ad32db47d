/** A key in an address, in any case and encoding. No answer may repeat it. */
const KEY_PARAMETER = /(?<=[?&])(?:k|%6b)(?:e|%65)(?:y|%79)=[^&#]*/gi

export function hasKey(url: string): boolean {
  return url.search(KEY_PARAMETER) !== -1
}

export function hideKey(url: string): string {
  return url.replaceAll(KEY_PARAMETER, 'key=hidden')
}

/** The query of an address without `?`, and without a key. */
export function queryWithoutKey(url: string): string {
  const [, query = ''] = /\?(.*)/s.exec(url) ?? []
  const pairs = query.split('&').filter((pair) => !hasKey(`?${pair}`))
  return pairs.join('&')
}
