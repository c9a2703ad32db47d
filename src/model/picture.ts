import type { EpochMs } from './time.ts'

/** Media types of icons. Types that a browser would run or show as a page, such as SVG, are excluded. */
export const ICON_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/x-icon'] as const

export type IconType = (typeof ICON_TYPES)[number]

/** A source's icon. */
export interface IconImage {
  readonly mimeType: IconType
  readonly bytes: Buffer
}

/** Addresses at which a source's icon may be. */
export interface IconLocations {
  readonly sourceId: string
  /** The icon that the feed states. */
  readonly iconUrl: string | null
  readonly siteUrl: string | null
  readonly feedUrl: string
}

/** Media type of every thumbnail. */
export const THUMBNAIL_TYPE = 'image/webp'

/**
 * In pixels: 1.5 times the 96 x 72 at which the page shows them. Pictures with much detail get fewer pixels of the same
 * proportion.
 */
export const THUMBNAIL_SIZE = { width: 144, height: 108 } as const

/** Maximum size of one thumbnail. With the 20 thumbnails of a category's front page, its first view stays below 90 kB. */
export const MAX_THUMBNAIL_BYTES = 1_300

/** An item's picture, as its source names it. */
export interface ItemPicture {
  readonly itemId: number
  readonly imageUrl: string
}

/** Result of fetching a picture. */
export interface ThumbnailRecord extends ItemPicture {
  /** `undefined` if the picture could not be fetched. */
  readonly bytes: Buffer | undefined
  /** Time of the next attempt after a failure. */
  readonly nextCheckAt: EpochMs
}
