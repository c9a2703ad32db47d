import type { IconType } from './picture.ts'

/** Name of a service that the settings do not name. */
export const DEFAULT_TITLE = 'Digest'

/** Media types of logos: the operator's own file may be an SVG too. */
export type LogoType = Exclude<IconType, 'image/x-icon'> | 'image/svg+xml'

/** The service's logo. */
export interface Logo {
  readonly mimeType: LogoType
  readonly bytes: Buffer
}
