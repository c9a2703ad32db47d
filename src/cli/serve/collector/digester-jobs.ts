import type { Config } from '../../../config/config.ts'
import { onAbort } from '../../../fetch/on-abort.ts'
import { messageOf } from '../../../model/errors.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../model/time.ts'
import type { Retained } from '../../../pipeline/retention.ts'
import { createPause } from '../../../pipeline/schedule/pause.ts'
import { loadShrinker, type Shrink } from '../../../sources/thumbnails/shrinker.ts'
import { type Collecting, describeRetained, describeWrongClock } from '../../collecting.ts'
import { LastFailure } from '../last-failure.ts'
import type { Send } from './collector-messages.ts'

/** Jobs beside visits, of which a store needs only one process at a time. */
export type Jobs = Pick<Collecting, 'clock' | 'prune' | 'refreshIcons' | 'thumbnails'>

const RETENTION_EVERY_MS = HOUR_MS

/**
 * The first retention runs when the process's age is a multiple of this, since the clock of a booting machine may be
 * wrong. Jobs restart with new settings, so a delay from each start would be put off for ever by frequent changes.
 */
const FIRST_RETENTION_MS = 5 * MINUTE_MS

/** Interval of the checks for new pictures, and of the clock. */
const CHECK_EVERY_MS = 10 * SECOND_MS

/** Delay after pictures could not be saved: a full store must not cause constant requests to publishers. */
const UNSAVED_MS = 5 * MINUTE_MS

/** Applies retention and fetches icons and thumbnails until the signal. Never rejects. @param ageMs of the process */
export async function runJobs(
  jobs: Jobs,
  config: Config,
  signal: AbortSignal,
  send: Send,
  ageMs = process.uptime() * SECOND_MS,
): Promise<void> {
  let pruning = setTimeout(prune, FIRST_RETENTION_MS - (ageMs % FIRST_RETENTION_MS))
  let retaining: Promise<void> | undefined
  const checking = setInterval(checkClock, CHECK_EVERY_MS)
  let patience = FIRST_RETENTION_MS / CHECK_EVERY_MS
  let isWarned = false
  let isClockWrong = false
  onAbort(signal, () => {
    clearTimeout(pruning)
    clearInterval(checking)
    // Another node may take over these jobs.
    if (isClockWrong) send({ kind: 'clock', problem: undefined })
  })
  const log = (level: 'info' | 'warn' | 'error', message: string): void =>
    send({ kind: 'log', level, message })

  function prune(): void {
    patience -= 1
    // Servers confirm the time only with the first visits.
    const waits = patience > 0 && jobs.clock().kind === 'unconfirmed'
    pruning = setTimeout(prune, waits ? CHECK_EVERY_MS : RETENTION_EVERY_MS)
    if (waits) return
    // A deletion may take longer than the interval.
    retaining ??= jobs
      .prune(signal)
      .then(report, (cause: unknown) => {
        if (!signal.aborted) log('error', `retention: ${String(cause)}`)
      })
      .finally(() => (retaining = undefined))
  }

  function report(retained: Retained): void {
    const { deleted, warning } = describeRetained(retained, config)
    for (const line of deleted) log('info', line)
    // Warns once, and not if the clock is known to be wrong.
    if (warning !== undefined && !isWarned && !isClockWrong) log('warn', warning)
    isWarned = warning !== undefined
    if (deleted.length > 0) send({ kind: 'saved' })
  }

  function checkClock(): void {
    const clock = jobs.clock()
    // A wrong clock stays wrong until servers confirm it.
    if (clock.kind === 'unconfirmed' || isClockWrong === (clock.kind === 'wrong')) return
    isClockWrong = !isClockWrong
    send({ kind: 'clock', problem: isClockWrong ? clock.message : undefined })
    if (isClockWrong) log('warn', describeWrongClock(clock))
    else log('info', 'the clock is right again')
  }

  await Promise.all([watch('icons', (until) => jobs.refreshIcons(until)), watchThumbnails()])
  await retaining

  /**
   * Fetches pictures at intervals, independently of visits, until the signal. Never rejects.
   *
   * @param refresh rejects on abort and if the store fails. @returns how many pictures changed
   */
  async function watch(what: string, refresh: (until: AbortSignal) => Promise<number>): Promise<void> {
    const { pause } = createPause()
    const lastFailure = new LastFailure()
    while (!signal.aborted) {
      let waitMs = CHECK_EVERY_MS
      try {
        if ((await refresh(signal)) > 0) send({ kind: 'saved' })
        lastFailure.clear()
      } catch (cause) {
        if (signal.aborted) return
        if (lastFailure.isNew(cause)) log('error', `${what}: ${messageOf(cause)}`)
        waitMs = UNSAVED_MS
      }
      await pause(waitMs, signal)
    }
  }

  async function watchThumbnails(): Promise<void> {
    if (!config.collect.thumbnails) return
    let loading: Promise<Shrink | undefined> | undefined
    const thumbnails = jobs.thumbnails(() => (loading ??= loadedShrinker()))
    await watch('thumbnails', (until) => thumbnails.refresh(until))
  }

  async function loadedShrinker(): Promise<Shrink | undefined> {
    const shrink = await loadShrinker()
    if (shrink === undefined)
      log('warn', 'thumbnails are off: the package sharp is missing, or has no build for this platform')
    return shrink
  }
}
