/** Kinds of pictures that icons are served as: none that a browser would run or read as a page. */
export const ICON_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/x-icon'] as const

export type IconType = (typeof ICON_TYPES)[number]

/** A source's picture. */
export interface IconImage {
  readonly mimeType: IconType
  readonly bytes: Buffer
}

/** Where a source's icon may be. */
export interface IconPlace {
  readonly sourceId: string
  /** As its feed states it. */
  readonly iconUrl: string | null
  readonly siteUrl: string | null
  readonly feedUrl: string
}
