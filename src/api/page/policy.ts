/** Everything comes from the service itself; images and audio of articles only if a reader asked for them. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

/** Media of other hosts that a reader asked for. */
export interface EmbeddedMedia {
  readonly showsPictures: boolean
  readonly playsSound: boolean
}

/** Reads them from an address. @param query without `?` */
export function embeddedMediaIn(query: string): EmbeddedMedia {
  const parameters = new URLSearchParams(query)
  return {
    showsPictures: parameters.get('images') === 'show',
    playsSound: parameters.get('sound') === 'play',
  }
}

/** The content security policy of a view. */
export function policyOf({ showsPictures, playsSound }: EmbeddedMedia): string {
  const pictures = showsPictures ? "img-src 'self' data: https: http:" : "img-src 'self' data:"
  return [...POLICY, pictures, ...(playsSound ? ['media-src https: http:'] : [])].join('; ')
}
