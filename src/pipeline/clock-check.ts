import type { Exchange } from '../model/entry.ts'
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, toIso } from '../model/time.ts'

/**
 * A larger difference means that one of the two clocks is wrong. Wrong time zones and cached documents differ by less.
 */
const TOLERANCE_MS = DAY_MS

/** Older statements say nothing about the present clock. Each source is visited at least once a day. */
const RECENT_MS = DAY_MS + HOUR_MS

/** Older statements may be from before the clock was set. */
const JUST_MS = 10 * MINUTE_MS

/** Servers' clocks differ only by seconds. */
const BEHIND_MS = MINUTE_MS

/**
 * The state of this machine's clock:
 *
 *     right        at least half of the servers that were lately asked agree with it; if none stated a time, the newest item
 *     wrong        most of them do not agree
 *     unconfirmed  none stated a time, and the newest item is more than a day from now
 */
export interface ClockState {
  readonly kind: 'right' | 'wrong' | 'unconfirmed'
  /** For people. */
  readonly message: string
}

interface Statement {
  /** By this machine's clock. */
  readonly at: EpochMs
  readonly serverAt: EpochMs
}

/** Compares this machine's clock with those of the visited servers. */
export class ClockCheck {
  /** By host, so that one host with a wrong clock decides nothing. */
  readonly #statements = new Map<string, Statement>()

  /** Records the time that a server stated at `at`. */
  hear({ finalUrl, serverAt }: Pick<Exchange, 'finalUrl' | 'serverAt'>, at: EpochMs): void {
    if (serverAt !== undefined && URL.canParse(finalUrl))
      this.#statements.set(new URL(finalUrl).host, { at, serverAt })
  }

  /**
   * The latest time that a true date can have: now, or later if this clock is behind, as on machines without a battery
   * before the network sets it. It takes the majority of the servers that were just asked, and at least two. Two alone
   * are believed for a day at most, so that they cannot date their items into next year.
   */
  latest(now: EpochMs): EpochMs {
    const offsets = this.#offsets(now, JUST_MS)
    const median = offsets.length < 2 ? 0 : (offsets[Math.floor((offsets.length - 1) / 2)] ?? 0)
    const most = offsets.length === 2 ? TOLERANCE_MS : Infinity
    return median > BEHIND_MS ? now + Math.min(median, most) : now
  }

  /** @param newestItemAt `null` if there is no item, or it must not be compared */
  stateAt(now: EpochMs, newestItemAt: EpochMs | null): ClockState {
    for (const [host, { at }] of this.#statements)
      if (Math.abs(now - at) > RECENT_MS) this.#statements.delete(host)
    const clock = `this machine's clock says ${toIso(now)}`
    const offsets = this.#offsets(now, RECENT_MS)
    if (offsets.length > 0) {
      const apart = offsets.filter((offset) => Math.abs(offset) > TOLERANCE_MS).length
      const median = offsets[Math.floor(offsets.length / 2)] ?? 0
      const message = `${clock}, but ${apart} of ${offsets.length} servers say otherwise (about ${toIso(now + median)})`
      return { kind: 2 * apart > offsets.length ? 'wrong' : 'right', message }
    }
    const isNewsOfToday = newestItemAt !== null && Math.abs(now - newestItemAt) <= TOLERANCE_MS
    const newest = newestItemAt === null ? 'there is no item' : `the newest item is of ${toIso(newestItemAt)}`
    return {
      kind: isNewsOfToday ? 'right' : 'unconfirmed',
      message: `${clock}, ${newest}, and no server has lately said what time it is`,
    }
  }

  /** Sorted differences between this clock and the servers asked within `ms`; positive if they are ahead. */
  #offsets(now: EpochMs, ms: number): number[] {
    return [...this.#statements.values()]
      .filter(({ at }) => Math.abs(now - at) <= ms)
      .map(({ at, serverAt }) => serverAt - at)
      .sort((a, b) => a - b)
  }
}

/**
 * The time from which retention counts for a visit's items. It is the server's time while this clock is behind:
 * otherwise the items would be old as soon as the clock is corrected. A server that is ahead does no lasting harm,
 * since `prune` corrects times in the future.
 */
export function retainedFrom(now: EpochMs, { serverAt = now }: Pick<Exchange, 'serverAt'>): EpochMs {
  return serverAt - now > TOLERANCE_MS ? serverAt : now
}
