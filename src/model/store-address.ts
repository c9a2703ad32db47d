/** Address of the store. Its scheme determines the engine. */
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
  /** Replicas for reads, one host each. */
  readonly readUrls: readonly string[]
  /** Absolute path. This machine's files for the store start with it, such as the search index. */
  readonly file: string
}

/** Scheme with user and password, hosts, path and parameters. */
const SERVERS = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/** Splits a PostgreSQL address by server. IPv6 addresses are in brackets, so commas only separate hosts. */
export function serverUrls(url: string): string[] {
  const [, start = '', hosts = '', end = ''] = SERVERS.exec(url) ?? []
  return hosts === '' ? [url] : hosts.split(',').map((host) => start + host.trim() + end)
}

/** The address for messages, without user and password. */
export function placeOf(address: StoreAddress): string {
  if (address.kind === 'sqlite') return address.file
  const urls = serverUrls(address.url).map((url) => new URL(url))
  const hosts = urls.map(({ hostname, port }) => (port === '' ? hostname : `${hostname}:${port}`))
  return `postgres://${hosts.join(',')}${urls[0]?.pathname ?? ''}`
}
