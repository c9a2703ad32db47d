import { setTimeout } from 'node:timers/promises'
import type { Exchange } from '../model/entry.ts'
import { type Clock, type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts'
import { hostOf } from '../url/host.ts'
import type { HttpClient } from './client.ts'
import { HttpFailure } from './failure.ts'

/**
 * Longest first pause of a host: the next request tells whether the host or only one address is limited, as behind a bridge that
 * makes feeds of other sites. If that one is refused too, the pause doubles, or is what the host asks for.
 */
const FIRST_MS = 10 * SECOND_MS
/** A host is asked again after this time, whatever it said: the source itself keeps to its `Retry-After`. */
const LONGEST_MS = HOUR_MS
/** A visit waits for a pause of this length. Where the pause is longer, the visit is given up. */
const PATIENCE_MS = MINUTE_MS

interface Backoff {
  readonly until: EpochMs
  readonly ms: number
}

/** Hosts that limit requests, by status 429, or 503 with `Retry-After`. Whatever else would be requested of them waits too. */
export class HostBackoff {
  readonly #now: Clock
  readonly #hosts = new Map<string, Backoff>()

  constructor(now: Clock) {
    this.#now = now
  }

  /**
   * Waits as long as the host asks for, if that is a minute or less.
   *
   * @returns time that the host is still to be left alone, ms; 0 if it may be asked
   * @throws AbortError at the signal
   */
  async wait(host: string, signal: AbortSignal): Promise<number> {
    const ms = this.#leftMs(host)
    if (ms > PATIENCE_MS) return ms
    if (ms > 0) await setTimeout(ms, undefined, { signal })
    return 0
  }

  /** Takes note of a response. */
  take({ status, retryAfterMs, finalUrl }: Exchange): void {
    const host = hostOf(finalUrl)
    // Other requests were under way when the pause began.
    if (status === null || this.#leftMs(host) > 0) return
    if (status !== 429 && (status !== 503 || retryAfterMs === undefined)) {
      this.#hosts.delete(host)
      return
    }
    const known = this.#hosts.get(host)
    const ms =
      known === undefined
        ? Math.min(retryAfterMs ?? FIRST_MS, FIRST_MS)
        : Math.min(LONGEST_MS, Math.max(retryAfterMs ?? 0, 2 * known.ms))
    this.#hosts.set(host, { until: this.#now() + ms, ms })
  }

  /** A client whose responses are taken note of. */
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

  #leftMs(host: string): number {
    const left = (this.#hosts.get(host)?.until ?? 0) - this.#now()
    // The clock was set back.
    return left > LONGEST_MS ? 0 : Math.max(0, left)
  }
}
