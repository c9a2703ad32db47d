import { setTimeout } from 'node:timers/promises'
import type { Exchange } from '../model/entry.ts'
import { type Clock, type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts'
import { hostOf, registrableDomain } from '../url/host.ts'
import type { HttpClient } from './client.ts'
import { HttpFailure } from './failure.ts'

/**
 * Longest first pause of a host. The next request shows whether the whole host is limited or only one address, as on a
 * bridge that makes feeds of other sites. If it is refused too, the pause doubles, or is what the host asks for.
 */
const FIRST_MS = 10 * SECOND_MS
/** Longest pause of a host, whatever it asked for: the source itself respects its `Retry-After`. */
const LONGEST_MS = HOUR_MS
/** A visit waits for a pause up to this; with a longer one it is abandoned. */
const PATIENCE_MS = MINUTE_MS

interface Backoff {
  readonly until: EpochMs
  readonly ms: number
}

/**
 * Domains that limit requests: status 429, or 503 with `Retry-After`. Requests to all their hosts wait, such as to each
 * blog of Tumblr.
 */
export class HostBackoff {
  readonly #now: Clock
  readonly #domains = new Map<string, Backoff>()

  constructor(now: Clock) {
    this.#now = now
  }

  /**
   * Waits as long as the host asks for, if that is a minute or less.
   *
   * @returns remaining pause of the host, ms; 0 if requests are allowed
   * @throws AbortError at the signal
   */
  async wait(host: string, signal: AbortSignal): Promise<number> {
    const ms = this.#leftMs(registrableDomain(host))
    if (ms > PATIENCE_MS) return ms
    if (ms > 0) await setTimeout(ms, undefined, { signal })
    return 0
  }

  take({ status, retryAfterMs, finalUrl }: Exchange): void {
    const domain = registrableDomain(hostOf(finalUrl))
    // Other requests were under way when the pause began.
    if (status === null || this.#leftMs(domain) > 0) return
    if (status !== 429 && (status !== 503 || retryAfterMs === undefined)) {
      this.#domains.delete(domain)
      return
    }
    const known = this.#domains.get(domain)
    const ms =
      known === undefined
        ? Math.min(retryAfterMs ?? FIRST_MS, FIRST_MS)
        : Math.min(LONGEST_MS, Math.max(retryAfterMs ?? 0, 2 * known.ms))
    this.#domains.set(domain, { until: this.#now() + ms, ms })
  }

  /** Wraps a client so that its responses are recorded. */
  noting(http: HttpClient): HttpClient {
    return {
      get: async (request, signal) => {
        try {
          const answer = await http.get(request, signal)
          this.take(answer.exchange)
          return answer
        } catch (cause) {
          if (cause instanceof HttpFailure) this.take(cause.exchange)
          throw cause
        }
      },
    }
  }

  #leftMs(domain: string): number {
    const left = (this.#domains.get(domain)?.until ?? 0) - this.#now()
    // The clock was set back.
    return left > LONGEST_MS ? 0 : Math.max(0, left)
  }
}
