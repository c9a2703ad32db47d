import type { EpochMs } from '../model/time.ts'

interface Cookie {
  readonly name: string
  readonly value: string
  /** With a non-default port. */
  readonly host: string
  readonly path: string
  readonly isSecure: boolean
}

const MAX_COOKIES = 50
/** Longest name and value together, as in browsers. */
const MAX_COOKIE_CHARS = 4_096

/**
 * The cookies of one visit. They are never stored, and sent only to the host that set them.
 *
 * @see RFC 6265, but stricter: a `Domain` is ignored
 */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>()

  /** Stores the `Set-Cookie` headers of a response to a request for `url`. */
  take(lines: readonly string[], url: URL, now: EpochMs): void {
    for (const line of lines) {
      const read = parseCookie(line, url, now)
      if (read === undefined) continue
      const { cookie, isExpired } = read
      const key = `${cookie.host} ${cookie.path} ${cookie.name}`
      this.#cookies.delete(key)
      if (!isExpired && this.#cookies.size < MAX_COOKIES) this.#cookies.set(key, cookie)
    }
  }

  /**
   * The `Cookie` header of a request for `url`; `undefined` without cookies.
   *
   * @param own the configured header, whose cookies are kept
   */
  headerFor(url: URL, own: string | undefined): string | undefined {
    if (this.#cookies.size === 0) return own
    const ownNames = new Set(own?.split(';').map((pair) => pair.split('=')[0]?.trim()))
    const sent = [...this.#cookies.values()]
      .filter((cookie) => isFor(url, cookie) && !ownNames.has(cookie.name))
      .toSorted((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
    return sent.length === 0 ? own : [...(own === undefined ? [] : [own]), ...sent].join('; ')
  }
}

function isFor(url: URL, { host, path, isSecure }: Cookie): boolean {
  if (url.host !== host || (isSecure && url.protocol !== 'https:')) return false
  return url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}

function parseCookie(
  line: string,
  url: URL,
  now: EpochMs,
): { readonly cookie: Cookie; readonly isExpired: boolean } | undefined {
  const [[name, value], ...written] = line.split(';').map(halvesOf) as [Halves, ...Halves[]]
  if (value === undefined || !/^[!#$%&'*+\-.^`|~\w]+$/.test(name) || /[^\x20-\x7e]/.test(value))
    return undefined
  if (name.length + value.length > MAX_COOKIE_CHARS) return undefined
  const attributes = new Map(written.map(([key, text = '']) => [key.toLowerCase(), text]))
  const domain = attributes.get('domain')?.toLowerCase().replace(/^\./, '') ?? ''
  if (domain !== '' && url.hostname !== domain && !url.hostname.endsWith(`.${domain}`)) return undefined
  const isSecure = attributes.has('secure')
  if (isSecure && url.protocol !== 'https:') return undefined
  const path = attributes.get('path') ?? ''
  return {
    cookie: { name, value, host: url.host, path: path.startsWith('/') ? path : folderOf(url), isSecure },
    isExpired: isExpired(attributes, now),
  }
}

type Halves = readonly [name: string, value: string | undefined]

/** Texts before and after the first `=`. */
function halvesOf(pair: string): Halves {
  const at = pair.indexOf('=')
  return at === -1 ? [pair.trim(), undefined] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}

/** Default path of a cookie. */
function folderOf({ pathname }: URL): string {
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')))
}

function isExpired(attributes: ReadonlyMap<string, string>, now: EpochMs): boolean {
  const maxAge = attributes.get('max-age') ?? ''
  return /^-?\d+$/.test(maxAge) ? Number(maxAge) <= 0 : Date.parse(attributes.get('expires') ?? '') <= now
}
