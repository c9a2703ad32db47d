export const API_KEY_SCOPES = ['all', 'feeds'] as const

export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]

export interface RateLimit {
  readonly max: number
  readonly perMs: number
}

/** A configured key. Only its hash is stored. */
export interface ApiKey {
  /** Name of the key's owner or use. */
  readonly name: string
  /** SHA-256 of the key, hex. */
  readonly hash: string
  readonly scope: ApiKeyScope
  /** Instead of `server.rateLimit`. */
  readonly rateLimit?: RateLimit | undefined
}
