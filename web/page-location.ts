/** A location on the page: a view's path below the service's, and its query. */
export interface PageLocation {
  readonly path: string
  readonly query: Query
}

/** Parameters with a value. Several values are joined by commas, as in the API. */
export type Query = Readonly<Record<string, string>>

/** Parses an address's query. Empty values are dropped, since forms send every field. */
export function parseLocation(path: string, search: string): PageLocation {
  const query: Record<string, string> = {}
  for (const [name, text] of new URLSearchParams(search)) {
    const value = text.trim()
    if (value === '') continue
    const before = query[name]
    query[name] = before === undefined ? value : `${before},${value}`
  }
  return { path, query }
}

/** The address below the service's path. Empty and missing values are dropped. */
export function addressOf(path: string, query: Readonly<Record<string, Value>> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  // Commas and colons are allowed in a query, and more readable than their escapes.
  const text = search.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text === '' ? path : `${path}?${text}`
}

export type Value = string | number | null | undefined

/** The same location with changed parameters; `undefined` removes one. */
export function changed(pageLocation: PageLocation, changes: Readonly<Record<string, Value>>): string {
  return addressOf(pageLocation.path, { ...pageLocation.query, ...changes })
}
