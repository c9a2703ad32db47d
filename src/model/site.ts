import type { IconType } from './picture.ts'

/** Name of a service without a configured one. */
export const DEFAULT_TITLE = 'Digest'

/** Media types of logos. The operator's own file may be an SVG. */
export type LogoType = Exclude<IconType, 'image/x-icon'> | 'image/svg+xml'

export interface Logo {
  readonly mimeType: LogoType
  readonly bytes: Buffer
}
