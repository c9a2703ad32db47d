/** Values by parameter name, in the order given. */
type QueryValues = Record<string, readonly string[]>

/** The key of a part that `parseQueryString` could not decode. */
export const UNDECODABLE: unique symbol = Symbol('undecodable')

export interface ParsedQueryString extends QueryValues {
  [UNDECODABLE]?: string
}

/**
 * Parses `application/x-www-form-urlencoded` text. It never throws, since the router cannot answer yet: a bad
 * percent-encoding is stored under `UNDECODABLE` for the check that follows.
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

export type ReadQuery = Readonly<
  Record<string, string | number | boolean | readonly string[] | readonly number[] | undefined>
>

/**
 * The canonical query string: names sorted, defaults filled in, lists joined by commas. Equal queries have equal texts,
 * so it serves as a cache key and in links.
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
