import type { EpochMs } from '../../src/model/time.ts'
import type { FeedFormat } from '../outlets/outlet.ts'

export interface FeedEnclosure {
  readonly url: string
  readonly mimeType: string
  readonly bytes: number
  readonly seconds: number
}

/** One entry of a feed, independent of the format. Texts are plain, `contentHtml` is HTML. */
export interface FeedEntry {
  readonly guid: string
  readonly url: string
  readonly title: string
  readonly summary: string
  readonly contentHtml: string
  readonly author: string
  readonly tags: readonly string[]
  readonly publishedAt: EpochMs
  readonly updatedAt: EpochMs
  readonly imageUrl: string | undefined
  readonly commentsUrl: string | undefined
  readonly enclosure: FeedEnclosure | undefined
  readonly points: number | undefined
  readonly comments: number | undefined
}

export interface FeedDocument {
  readonly format: FeedFormat
  readonly title: string
  readonly siteUrl: string
  readonly selfUrl: string
  readonly description: string
  /** A square picture. */
  readonly iconUrl?: string
  readonly language: string
  readonly updatedAt: EpochMs
  /** Newest first. */
  readonly entries: readonly FeedEntry[]
}
