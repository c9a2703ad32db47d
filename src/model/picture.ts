import type { EpochMs } from './time.ts'

/** Media types of icons, without those that a browser would run or show as a page, such as SVG. */
export const ICON_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/x-icon'] as const

export type IconType = (typeof ICON_TYPES)[number]

export interface IconImage {
  readonly mimeType: IconType
  readonly bytes: Buffer
}

/** Addresses at which a source's icon may be. */
export interface IconLocations {
  readonly sourceId: string
  /** The feed's icon. */
  readonly iconUrl: string | null
  readonly siteUrl: string | null
  readonly feedUrl: string
}

export const THUMBNAIL_TYPE = 'image/webp'

/** Pixels: 1.5 times the 96 x 72 of the page. Detailed pictures get fewer pixels with the same proportions. */
export const THUMBNAIL_SIZE = { width: 144, height: 108 } as const

/** Maximum bytes of a thumbnail. With the 20 of a category's front page, its first view stays below 90 kB. */
export const MAX_THUMBNAIL_BYTES = 1_300

export interface ItemPicture {
  readonly itemId: number
  readonly imageUrl: string
}

export interface ThumbnailRecord extends ItemPicture {
  /** `undefined` if the picture could not be fetched. */
  readonly bytes: Buffer | undefined
  /** Time of the next attempt after a failure. */
  readonly nextCheckAt: EpochMs
}
