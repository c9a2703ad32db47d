/** Values by parameter name, in the order given; a name given once has one value. */
type QueryValues = Record<string, readonly string[]>

/** The key under which `parseQueryString` stores a part that it could not decode. */
export const UNDECODABLE: unique symbol = Symbol('undecodable')

export interface ParsedQueryString extends QueryValues {
  [UNDECODABLE]?: string
}

/**
 * Reads `application/x-www-form-urlencoded` text. It must not throw, since the router calls it where no
 * answer can be made yet: a bad percent-encoding is kept under `UNDECODABLE` for the check that follows.
 */
export function parseQueryString(text: string): ParsedQueryString {
  const parsed: Record<string, string[]> & { [UNDECODABLE]?: string } = Object.create(null)
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1))
    if (name === undefined || value === undefined) {
      parsed[UNDECODABLE] = pair
      continue
    }
    const values = (parsed[name] ??= [])
    values.push(value)
  }
  return parsed
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** A parsed query: text, numbers, booleans and lists of text. */
export type ReadQuery = Readonly<
  Record<string, string | number | boolean | readonly string[] | readonly number[] | undefined>
>

/**
 * The canonical text of a query: names sorted, defaults filled in, lists joined by commas. Equal queries have
 * equal texts, so it serves as a cache key; it is a query string, so it also serves in links.
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
