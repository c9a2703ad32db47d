/** Where the store is. The scheme of the address gives the engine. */
export type StoreAddress = SqliteAddress | PostgresAddress

interface SqliteAddress {
  readonly kind: 'sqlite'
  /** Absolute path. */
  readonly file: string
}

export interface PostgresAddress {
  readonly kind: 'postgres'
  /** With user and password: never for logs or messages. */
  readonly url: string
  /** Absolute path. Files of this machine that belong to the store begin with it, such as the search index. */
  readonly file: string
}

/** The address for people. Has no password. */
export function placeOf(address: StoreAddress): string {
  if (address.kind === 'sqlite') return address.file
  const { hostname, port, pathname } = new URL(address.url)
  return `postgres://${hostname}${port === '' ? '' : `:${port}`}${pathname}`
}
