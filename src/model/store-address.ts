/** Where the store is. The scheme of the address gives the engine. */
export type StoreAddress = SqliteAddress | PostgresAddress

interface SqliteAddress {
  readonly kind: 'sqlite'
  /** Absolute path. */
  readonly file: string
}

export interface PostgresAddress {
  readonly kind: 'postgres'
  /** With user and password: never for logs or messages. May name several hosts, separated by commas. */
  readonly url: string
  /** Replicas, which may answer reads. One host each. */
  readonly readUrls: readonly string[]
  /** Absolute path. Files of this machine that belong to the store begin with it, such as the search index. */
  readonly file: string
}

/** Scheme with user and password, hosts, path and parameters. */
const SERVERS = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/** The addresses of the single servers of a PostgreSQL address. An IPv6 address stands in brackets, so commas separate hosts. */
export function serverUrls(url: string): string[] {
  const [, start = '', hosts = '', end = ''] = SERVERS.exec(url) ?? []
  return hosts === '' ? [url] : hosts.split(',').map((host) => start + host.trim() + end)
}

/** The address for people. Has no password. */
export function placeOf(address: StoreAddress): string {
  if (address.kind === 'sqlite') return address.file
  const urls = serverUrls(address.url).map((url) => new URL(url))
  const hosts = urls.map(({ hostname, port }) => (port === '' ? hostname : `${hostname}:${port}`))
  return `postgres://${hosts.join(',')}${urls[0]?.pathname ?? ''}`
}
