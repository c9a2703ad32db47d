/** What a key opens. */
export const API_KEY_SCOPES = ['all', 'feeds'] as const

/** A key as it is configured; the key itself is nowhere kept. */
export interface ApiKey {
  /** For people: whose it is. */
  readonly name: string
  /** SHA-256 of the key, hex. */
  readonly hash: string
  readonly scope: (typeof API_KEY_SCOPES)[number]
}
