/** Stands where a secret stood: the address keeps its shape, and shows that something is left out. */
export const HIDDEN = 'hidden'

/** Parameters that open a private feed, by their whole name or a part of it. */
const SECRET_NAME =
  /token|secret|passw|pwd|auth|signature|credential|session|api[-_]?key|^(key|sig|sid|pass|pw|hash|uid|user|login)$/i

/** Hex digests, and long random words of mixed case with digits; identifiers of videos and channels are shorter. */
const SECRET_VALUE = /^(?:[0-9a-f]{32,}|(?=[^\s]*[0-9])(?=[^\s]*[a-z])(?=[^\s]*[A-Z])[\w-]{40,})$/

/**
 * An address as anyone may see it: without user and password, with `hidden` for what looks like a token in
 * query or path, without fragment. Empty where it is no address.
 */
export function publicUrl(address: string): string {
  if (!URL.canParse(address)) return ''
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.hash = ''
  url.pathname = url.pathname
    .split('/')
    .map((segment) => (SECRET_VALUE.test(segment) ? HIDDEN : segment))
    .join('/')
  url.search = url.search.slice(1).split('&').map(publicParameter).join('&')
  return url.href
}

/** Works on the text, so that a harmless query keeps its very spelling. */
function publicParameter(parameter: string): string {
  const [name = '', ...rest] = parameter.split('=')
  const value = rest.join('=')
  const secret = SECRET_NAME.test(name) || SECRET_VALUE.test(value) || SECRET_VALUE.test(name)
  if (!secret) return parameter
  return value === '' ? (SECRET_VALUE.test(name) ? HIDDEN : parameter) : `${name}=${HIDDEN}`
}
