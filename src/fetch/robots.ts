import { LRUCache } from 'lru-cache'
import type { VisitError } from '../model/source.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../model/time.ts'
import { decodeDocument } from '../text/charset/charset.ts'
import type { HttpClient } from './client.ts'
import { HttpFailure } from './failure.ts'

export type Robots = ReturnType<typeof createRobots>

/** The error for an address that `allows` refuses. @param what 'this page' */
export function forbiddenByRobots(what: string): VisitError {
  return {
    code: 'refused',
    message: `the site's robots.txt asks programs not to read ${what}, or cannot be had itself`,
  }
}

/** Our name in robots.txt. */
const OUR_NAME = 'content-digest'
/** Bytes that are read; RFC 9309 section 2.5 requires at least 500 KiB. */
const MAX_BYTES = 512 * 1024
/** Delay before a failed file is requested again. */
const RETRY_MS = HOUR_MS

/** For invalid addresses. */
const NOTHING: RobotsRules = { allows: () => false, sitemaps: [] }

/**
 * Reads each site's robots.txt and caches it for a day. A missing file allows everything; one that cannot be read,
 * because the site is down, forbids everything until the next attempt.
 *
 * @see RFC 9309
 */
export function createRobots(http: HttpClient, now: Clock) {
  const cache = new LRUCache<string, { readonly rules: RobotsRules; readonly until: number }>({ max: 1_000 })

  async function rulesFor(url: string, signal: AbortSignal): Promise<RobotsRules> {
    if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) return NOTHING
    const file = new URL('/robots.txt', url).href
    const known = cache.get(file)
    if (known !== undefined && known.until > now()) return known.rules

    const { text, keepMs } = await fetchRules(file, http, signal)
    const rules = parseRobots(text, OUR_NAME)
    cache.set(file, { rules, until: now() + keepMs })
    return rules
  }

  return {
    /** Whether robots.txt allows this address. */
    allows: async (url: string, signal: AbortSignal) => (await rulesFor(url, signal)).allows(url),
    /** Sitemaps that the site names, absolute. */
    async sitemaps(url: string, signal: AbortSignal): Promise<readonly string[]> {
      const { sitemaps } = await rulesFor(url, signal)
      return sitemaps.flatMap((written) => (URL.canParse(written, url) ? new URL(written, url).href : []))
    },
  }
}

async function fetchRules(
  file: string,
  http: HttpClient,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly keepMs: number }> {
  try {
    const { body, headers } = await http.get(
      { url: file, headers: { accept: 'text/plain, */*;q=0.5' } },
      signal,
    )
    return {
      text: decodeDocument(body.subarray(0, MAX_BYTES), headers.get('content-type')).text,
      keepMs: DAY_MS,
    }
  } catch (cause) {
    if (!(cause instanceof HttpFailure)) throw cause
    const { status } = cause.exchange
    const absent = status !== null && status >= 400 && status < 500 && status !== 429
    return absent ? { text: '', keepMs: DAY_MS } : { text: 'User-agent: *\nDisallow: /', keepMs: RETRY_MS }
  }
}

/** The rules of a robots.txt that apply to this service. */
interface RobotsRules {
  allows(url: string): boolean
  /** As written. */
  readonly sitemaps: readonly string[]
}

interface Rule {
  readonly allow: boolean
  /** `*` matches any text. `$` at the end matches the end of the path. */
  readonly path: string
}

/** Maximum rules per file: real files have some hundreds. */
const MAX_RULES = 5_000

/**
 * Parses a robots.txt. All groups for `ourName` apply, or else those for `*`. The longest matching rule decides; of
 * equally long ones, the one that allows.
 *
 * @see RFC 9309
 */
export function parseRobots(text: string, ourName: string): RobotsRules {
  const ours: Rule[] = []
  const everybodys: Rule[] = []
  const sitemaps: string[] = []
  let named = false
  /** Rule lists that the current group adds to. */
  let groups = new Set<Rule[]>()
  let inRules = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [name = '', ...written] = (line.split('#', 1)[0] ?? '').split(':')
    const key = written.length === 0 ? '' : name.trim().toLowerCase()
    const value = written.join(':').trim()
    switch (key) {
      case 'user-agent': {
        if (inRules) groups = new Set()
        inRules = false
        const isOurName = isOurs(value.toLowerCase(), ourName)
        named ||= isOurName
        if (isOurName) groups.add(ours)
        else if (value === '*') groups.add(everybodys)
        break
      }
      case 'allow':
      case 'disallow': {
        inRules = true
        if (value === '') break // nothing is disallowed by an empty rule
        const rule = { allow: key === 'allow', path: normalized(value) }
        for (const rules of groups) if (rules.length < MAX_RULES) rules.push(rule)
        break
      }
      case 'sitemap':
        if (value !== '') sitemaps.push(value)
        break
      default: // crawl-delay, host and whatever else people write
        inRules ||= key !== ''
    }
  }
  const rules = named ? ours : everybodys
  return { allows: (url) => isAllowed(url, rules), sitemaps: [...new Set(sitemaps)] }
}

/** Whether a group is for this service, by the first word of its `user-agent` line. */
function isOurs(agent: string, ourName: string): boolean {
  return /^[\w-]*/.exec(agent)?.[0] === ourName
}

function isAllowed(url: string, rules: readonly Rule[]): boolean {
  const { pathname, search } = new URL(url)
  const path = normalized(pathname + search)
  if (path === '/robots.txt') return true
  let best: Rule | undefined
  for (const rule of rules) {
    if (best !== undefined && rule.path.length < best.path.length) continue
    if (best !== undefined && rule.path.length === best.path.length && best.allow) continue
    if (matches(path, rule.path)) best = rule
  }
  return best?.allow ?? true
}

/** Linear in path and rule, for any number of `*`. */
function matches(path: string, rule: string): boolean {
  const whole = rule.endsWith('$')
  const [start = '', ...parts] = (whole ? rule.slice(0, -1) : rule).split('*')
  if (!path.startsWith(start)) return false
  let at = start.length
  for (const [index, part] of parts.entries()) {
    if (whole && index === parts.length - 1) return path.length - part.length >= at && path.endsWith(part)
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !whole || at === path.length
}

/** Canonical percent-encoding. */
function normalized(path: string): string {
  const encoded = path.replace(/[^\x21-\x7e]+/g, (signs) => encodeURIComponent(Buffer.from(signs).toString()))
  return encoded.replace(/%([\da-f]{2})/gi, (whole, hex: string) => {
    const sign = String.fromCharCode(Number.parseInt(hex, 16))
    return /[\w.~-]/.test(sign) ? sign : whole.toUpperCase()
  })
}
