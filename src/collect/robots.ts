import { LRUCache } from 'lru-cache'
import type { VisitError } from '../domain/source.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../domain/time.ts'
import { decodeDocument } from './feed/charset.ts'
import type { HttpClient } from './http/client.ts'
import { HttpFailure } from './http/failure.ts'
import { parseRobots, type RobotsRules } from './robots-rules.ts'

/** What sites ask of programs. */
export interface Robots {
  /** Whether a program may ask for this address. */
  allows(url: string, signal: AbortSignal): Promise<boolean>
  /** Sitemaps that the site names, absolute. */
  sitemaps(url: string, signal: AbortSignal): Promise<readonly string[]>
}

/** What a visit to `what` fails with where `allows` says no. @param what 'this page' */
export function forbiddenByRobots(what: string): VisitError {
  return {
    code: 'refused',
    message: `the site's robots.txt asks programs not to read ${what}, or cannot be had itself`,
  }
}

/** The name by which sites can address us. */
const OUR_NAME = 'content-digest'
/** Only so much of a file is read; RFC 9309 section 2.5 asks for 500 KiB at least. */
const MOST_BYTES = 512 * 1024
/** A file that could not be read is asked for again after this. */
const RETRY_MS = HOUR_MS

/** For what is no address of a site. */
const NOTHING: RobotsRules = { allows: () => false, sitemaps: [] }

/**
 * Reads each site's robots.txt and keeps it for a day. A site without one allows everything; one whose file
 * cannot be had, because it is down, allows nothing for the time being.
 *
 * @see RFC 9309
 */
export function createRobots(http: HttpClient, now: Clock): Robots {
  const kept = new LRUCache<string, { readonly rules: RobotsRules; readonly until: number }>({ max: 1_000 })

  async function rulesFor(url: string, signal: AbortSignal): Promise<RobotsRules> {
    if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) return NOTHING
    const file = new URL('/robots.txt', url).href
    const known = kept.get(file)
    if (known !== undefined && known.until > now()) return known.rules

    const { text, keepMs } = await fetchRules(file, http, signal)
    const rules = parseRobots(text, OUR_NAME)
    kept.set(file, { rules, until: now() + keepMs })
    return rules
  }

  return {
    allows: async (url, signal) => (await rulesFor(url, signal)).allows(url),
    async sitemaps(url, signal) {
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
      text: decodeDocument(body.subarray(0, MOST_BYTES), headers.get('content-type')).text,
      keepMs: DAY_MS,
    }
  } catch (cause) {
    if (!(cause instanceof HttpFailure)) throw cause
    const { status } = cause.exchange
    const absent = status !== null && status >= 400 && status < 500 && status !== 429
    return absent ? { text: '', keepMs: DAY_MS } : { text: 'User-agent: *\nDisallow: /', keepMs: RETRY_MS }
  }
}
