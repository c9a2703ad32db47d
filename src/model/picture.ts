import type { EpochMs } from './time.ts'

/** Media types of icons: none that a browser would run or show as a page. */
export const ICON_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/x-icon'] as const

export type IconType = (typeof ICON_TYPES)[number]

/** A source's picture. */
export interface IconImage {
  readonly mimeType: IconType
  readonly bytes: Buffer
}

/** Where a source's icon may be. */
export interface IconLocations {
  readonly sourceId: string
  /** As its feed states it. */
  readonly iconUrl: string | null
  readonly siteUrl: string | null
  readonly feedUrl: string
}

/** Media type of every thumbnail. */
export const THUMBNAIL_TYPE = 'image/webp'

/** In pixels: one and a half times the 96 x 72 that the page gives them. Those with much detail have fewer, in the same proportion. */
export const THUMBNAIL_SIZE = { width: 144, height: 108 } as const

/** Of one: 25 of them, as many as the front page has, leave its first view below 90 kB. */
export const MAX_THUMBNAIL_BYTES = 1_300

/** An item's picture, as its source names it. */
export interface ItemPicture {
  readonly itemId: number
  readonly imageUrl: string
}

/** Result of fetching a picture. */
export interface ThumbnailRecord extends ItemPicture {
  /** `undefined` where it could not be had. */
  readonly bytes: Buffer | undefined
  /** Time of the next attempt after a failure. */
  readonly nextCheckAt: EpochMs
}
