import type { ApiKey, RateLimit } from '../model/api-key.ts'
import type { RetentionPolicy } from '../model/retention-policy.ts'
import type { Rule } from '../model/rule.ts'
import type { Source } from '../model/source.ts'
import type { StoreAddress } from '../model/store-address.ts'

export type LogLevel = 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'

interface ServerConfig {
  readonly host: string
  /** 0 selects any free port. */
  readonly port: number
  /** Absolute, without a final slash; `undefined` if links use the address of the request. */
  readonly baseUrl: string | undefined
  /** Origins whose pages may call the API. A single `*` allows all. */
  readonly corsOrigins: readonly string[]
  /** If empty, no key is required. */
  readonly apiKeys: readonly ApiKey[]
  /** For one client; `undefined` for no limit. */
  readonly rateLimit: RateLimit | undefined
  /** CIDR blocks of proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustProxy: readonly string[]
}

/** Where `/metrics` listens; 0 selects any free port. */
export interface MetricsConfig {
  readonly host: string
  readonly port: number
}

export interface CollectConfig {
  /** Interval of visits to a source that has no interval of its own. */
  readonly everyMs: number
  /** Maximum number of simultaneous visits. */
  readonly concurrency: number
  /** Maximum number of simultaneous requests to one host. */
  readonly perHost: number
  /** For a whole visit, including redirects and body. */
  readonly timeoutMs: number
  /** Maximum size of a document after decompression. */
  readonly maxBytes: number
  /** Maximum number of entries from one document. The newest are kept. */
  readonly maxEntries: number
  /** Whether thumbnails are made of the images of items. */
  readonly thumbnails: boolean
  /** CIDR blocks of non-public addresses that may be visited. */
  readonly allowAddresses: readonly string[]
  /** Replaces the whole `User-Agent`. */
  readonly userAgent: string | undefined
  /** Email address or page in the `User-Agent`, which lets publishers ask questions. */
  readonly contact: string | undefined
}

export interface BackupConfig {
  /** Time between two backups; `undefined` if the service makes none. */
  readonly everyMs: number | undefined
  /** Number of backups that stay, at least 1. */
  readonly keep: number
  /** Absolute path; `undefined` for `backups` in the data folder. */
  readonly folder: string | undefined
}

/** All settings, checked and with defaults. */
export interface Config {
  /** The settings file, absolute; `undefined` if there is none and defaults apply. */
  readonly file: string | undefined
  /** Folder that the service writes to; an absolute path. */
  readonly dataDir: string
  readonly store: StoreAddress
  /** Whether a flag, a variable or the file has `store`. */
  readonly namesStore: boolean
  readonly server: ServerConfig
  /** `undefined` if there are no metrics. */
  readonly metrics: MetricsConfig | undefined
  readonly collect: CollectConfig
  readonly retention: RetentionPolicy
  readonly ranking: { readonly halfLifeHours: number }
  readonly backup: BackupConfig
  readonly log: { readonly level: LogLevel }
  /** Apply to the entries of all sources, after each source's own rules. */
  readonly rules: readonly Rule[]
  readonly sources: readonly Source[]
  /** Likely mistakes that do no harm, one sentence each. */
  readonly warnings: readonly string[]
}
