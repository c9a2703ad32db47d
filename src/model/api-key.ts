/** What a key gives access to. */
export const API_KEY_SCOPES = ['all', 'feeds'] as const

/** A configured key. Only its hash is kept. */
export interface ApiKey {
  /** Name of the key's owner or use, for people. */
  readonly name: string
  /** SHA-256 of the key, hex. */
  readonly hash: string
  readonly scope: (typeof API_KEY_SCOPES)[number]
}
