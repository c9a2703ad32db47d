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
export interface Asked {
  readonly showsPictures: boolean
  readonly playsSound: boolean
}

/** As an address says. @param query without `?` */
export function askedIn(query: string): Asked {
  const asked = new URLSearchParams(query)
  return { showsPictures: asked.get('images') === 'show', playsSound: asked.get('sound') === 'play' }
}

/** The content security policy of a view. */
export function policyOf({ showsPictures, playsSound }: Asked): string {
  const pictures = showsPictures ? "img-src 'self' data: https: http:" : "img-src 'self' data:"
  return [...POLICY, pictures, ...(playsSound ? ['media-src https: http:'] : [])].join('; ')
}
