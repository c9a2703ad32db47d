/** Everything comes from the service itself; pictures of articles only where a reader asked to see them. */
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

/** The content security policy of a view. */
export function policyOf({ showsPictures }: { readonly showsPictures: boolean }): string {
  const pictures = showsPictures ? "img-src 'self' data: https: http:" : "img-src 'self' data:"
  return [...POLICY, pictures].join('; ')
}
