import type { ApiKey } from '../model/api-key.ts'
import type { Rule } from '../model/rule.ts'
import type { Source } from '../model/source.ts'

/** Engine of the store, from the scheme of its address. */
export interface StoreAddress {
  readonly kind: 'sqlite'
  /** Absolute. */
  readonly file: string
}

export type LogLevel = 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'

interface ServerConfig {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Absolute, without a slash at its end; `undefined` if links follow the address of the request. */
  readonly baseUrl: string | undefined
  /** Origins that browsers may call from; `*` alone is any. */
  readonly corsOrigins: readonly string[]
  /** Without any, no key is required. */
  readonly apiKeys: readonly ApiKey[]
  /** Requests of one client in a span of time; `undefined` is no limit. */
  readonly rateLimit: { readonly max: number; readonly perMs: number } | undefined
  /** CIDR blocks of proxies whose `X-Forwarded-*` headers are believed. */
  readonly trustProxy: readonly string[]
}

export interface CollectConfig {
  /** Between visits to a source without an interval of its own. */
  readonly everyMs: number
  /** Visits at once. */
  readonly concurrency: number
  /** Requests at once to one host. */
  readonly perHost: number
  /** For one whole visit, redirects and body included. */
  readonly timeoutMs: number
  /** Of a document, after decompression. */
  readonly maxBytes: number
  /** Of one document; the newest first. */
  readonly maxEntries: number
  /** Whether thumbnails of the pictures of items are made. */
  readonly thumbnails: boolean
  /** CIDR blocks that may be visited though they are not public. */
  readonly allowAddresses: readonly string[]
  /** Replaces the whole `User-Agent`. */
  readonly userAgent: string | undefined
  /** Address or page that the `User-Agent` names, for publishers with a question. */
  readonly contact: string | undefined
}

/** All settings: checked, with defaults, units in the names. */
export interface Config {
  /** The settings file, absolute; `undefined` if there is none and defaults apply. */
  readonly file: string | undefined
  /** Folder of what the service writes, absolute. */
  readonly dataDir: string
  readonly store: StoreAddress
  readonly server: ServerConfig
  readonly collect: CollectConfig
  readonly retention: { readonly days: number; readonly maxItemsPerSource: number }
  readonly ranking: { readonly halfLifeHours: number }
  readonly log: { readonly level: LogLevel }
  /** For entries of all sources, after each source's own. */
  readonly rules: readonly Rule[]
  readonly sources: readonly Source[]
  /** Likely mistakes that do no harm, one sentence each. */
  readonly warnings: readonly string[]
}
