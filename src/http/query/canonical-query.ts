/** A query after it was read: what stands in it is text, numbers, yes or no, and lists of text. */
export type ReadQuery = Readonly<
  Record<string, string | number | boolean | readonly string[] | readonly number[] | undefined>
>

/**
 * The one text of a query: names sorted, defaults filled in, lists joined by commas. Equal wishes have equal
 * texts, so that it serves as a key; and it is a query string, so that it serves in links.
 *
 * @param without names left out
 */
export function canonicalQuery(query: ReadQuery, without: readonly string[] = []): string {
  return Object.entries(query)
    .filter(([name, value]) => value !== undefined && !without.includes(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`)
    .toSorted()
    .join('&')
}
