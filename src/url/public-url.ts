/** Stands where a secret stood: the address keeps its shape, and shows that something is left out. */
const PLACEHOLDER = 'hidden'

/** Parameters that open a private feed, by their whole name or a part of it. */
const SECRET_NAME =
  /token|secret|passw|pwd|auth|signature|credential|session|api[-_]?key|^(key|sig|sid|pass|pw)$/i

/**
 * 40 hex digits and more, or as many characters of mixed case with digits among them. Shorter ones name
 * channels, episodes and public feeds: none of 3,883 addresses of public lists is taken for a secret.
 */
const SECRET_VALUE = /^(?:[0-9a-f]{40,}|(?=\S*\d)(?=\S*[a-z])(?=\S*[A-Z])[\w-]{40,})$/

/** A part of a path after which a word of 12 letters and more is a token. */
const BEFORE_SECRET = /^(private|secret|token|auth|key)s?$/i

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
  url.pathname = url.pathname.split('/').map(publicSegment).join('/')
  url.search = publicQuery(url)
  return url.href
}

/**
 * What the relative addresses within a document are relative to. One that is empty or a fragment alone repeats the document's
 * query, so that what looks like a token there is hidden. The path stays: addresses in it lead nowhere without.
 *
 * @param address the document's own
 */
export function documentBase(address: URL): string {
  if (address.search === '') return address.href
  const url = new URL(address)
  url.search = publicQuery(url)
  return url.href
}

function publicQuery({ search }: URL): string {
  return search.slice(1).split('&').map(publicParameter).join('&')
}

function publicSegment(segment: string, index: number, segments: readonly string[]): string {
  const isAfterKeyword = BEFORE_SECRET.test(segments[index - 1] ?? '') && /^[\w-]{12,}$/.test(segment)
  return isAfterKeyword || SECRET_VALUE.test(segment) ? PLACEHOLDER : segment
}

/** Works on the text, so that a harmless query keeps its very spelling. */
function publicParameter(parameter: string): string {
  const [name = '', ...rest] = parameter.split('=')
  const value = rest.join('=')
  const secret = SECRET_NAME.test(name) || SECRET_VALUE.test(value) || SECRET_VALUE.test(name)
  if (!secret) return parameter
  return value === '' ? (SECRET_VALUE.test(name) ? PLACEHOLDER : parameter) : `${name}=${PLACEHOLDER}`
}
