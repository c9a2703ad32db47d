/** Everything comes from the service itself; pictures and sound of articles only where a reader asked for them. */
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

/** What of others a reader asked for. */
export interface EmbeddedMedia {
  readonly showsPictures: boolean
  readonly playsSound: boolean
}

/** As an address says. @param query without `?` */
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
