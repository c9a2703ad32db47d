/** Replaces a secret. The URL keeps its shape, and readers see that something is hidden. */
const PLACEHOLDER = 'hidden'

/** Names of parameters that give access to a private feed. The names between `^` and `$` must match whole. */
const SECRET_NAME =
  /token|secret|passw|pwd|auth|signature|credential|session|api[-_]?key|^(key|sig|sid|pass|pw)$/i

/**
 * At least 40 hex digits, or at least 40 characters with upper case, lower case and digits. Shorter values
 * name channels, episodes and public feeds. None of 3,883 URLs from public feed lists matches.
 */
const SECRET_VALUE = /^(?:[0-9a-f]{40,}|(?=\S*\d)(?=\S*[a-z])(?=\S*[A-Z])[\w-]{40,})$/

/** Path segments that precede a token. The token has at least 12 characters. */
const BEFORE_SECRET = /^(private|secret|token|auth|key)s?$/i

/**
 * A URL that is safe to show: user, password and fragment are removed; whatever looks like a token in path or query
 * becomes `hidden`.
 *
 * @returns '' if the text is not an absolute URL
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

/** Whether a URL has neither credentials nor anything like a token, so that `publicUrl` would not change it. */
export function isPublicUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  url.hash = ''
  return url.href === publicUrl(address)
}

/**
 * The base for relative URLs in a document. An empty relative URL or a fragment inherits the base's query, so tokens in
 * the query are hidden. Those in the path stay, since relative URLs need the path.
 *
 * @param address the URL of the document
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

/** Works on the text of one parameter. `URLSearchParams` would change the spelling of harmless ones. */
function publicParameter(parameter: string): string {
  const [name = '', ...rest] = parameter.split('=')
  const value = rest.join('=')
  const secret = SECRET_NAME.test(name) || SECRET_VALUE.test(value) || SECRET_VALUE.test(name)
  if (!secret) return parameter
  return value === '' ? (SECRET_VALUE.test(name) ? PLACEHOLDER : parameter) : `${name}=${PLACEHOLDER}`
}
