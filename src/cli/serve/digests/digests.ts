import type { Logger } from 'pino'
import { Deliverer, type SendEdition } from '../../../digests/deliver.ts'
import { readEdition } from '../../../digests/draft-edition.ts'
import { type EditionTime, isMissed, lastTime, nextTime } from '../../../digests/schedule.ts'
import { type Delivery, type Digest, type StoredEdition, targetName } from '../../../model/digest.ts'
import type { Edition } from '../../../model/edition.ts'
import { messageOf } from '../../../model/errors.ts'
import { type Clock, type EpochMs, MINUTE_MS, toIso } from '../../../model/time.ts'
import type { Pause } from '../../../pipeline/schedule/pause.ts'
import type { EditionReads } from '../../../store/read-store.ts'
import type { EditionWrites } from '../../../store/store.ts'
import { LastFailure } from '../last-failure.ts'

interface DigestsDeps {
  readonly store: EditionReads
  /** Writes go to the store's one writer. */
  readonly writes: EditionWrites
  /** Makes an edition without saving it. */
  readonly draft: (digest: Digest, time: EditionTime) => Promise<Edition>
  readonly send: SendEdition
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly now: Clock
  /** Whether servers say that `now` is off by more than a day. */
  readonly isClockWrong: () => boolean
  readonly age: () => number
  readonly pause: Pause['pause']
}

/** Longest sleep, so that suspending the machine or setting its clock delays an edition by no more. */
const MAX_SLEEP_MS = 15 * MINUTE_MS
/** Age of the process at which missed editions are made, so that due sources are visited first. */
const GRACE_MS = 2 * MINUTE_MS
/** Delay after a failure of the store, and while the clock is wrong. */
const RETRY_MS = MINUTE_MS

/** Makes an edition of each digest when it is due, and sends it. Failures are logged and retried. */
export function startDigests(digests: readonly Digest[], deps: DigestsDeps) {
  const { store, writes, draft, log, now, isClockWrong, age, pause } = deps
  const stop = new AbortController()
  const deliverer = new Deliverer({
    ...deps,
    signal: stop.signal,
    onResult: (delivery) => logDelivery(delivery, log),
  })

  /** Serves one digest, so that a slow mail server, or a failure, delays no other. */
  async function run(digest: Digest): Promise<void> {
    const steps = [makeDue, deliverNewest].map((step) => ({ step, lastFailure: new LastFailure() }))
    while (!stop.signal.aborted) {
      let wakeAt = Infinity
      for (const { step, lastFailure } of steps) {
        try {
          wakeAt = Math.min(wakeAt, (await step(digest)) ?? Infinity)
          lastFailure.clear()
        } catch (cause) {
          if (stop.signal.aborted) return
          if (lastFailure.isNew(cause)) log.error(`digest ${digest.name}: ${messageOf(cause)}`)
          wakeAt = Math.min(wakeAt, now() + RETRY_MS)
        }
      }
      await pause(Math.max(0, Math.min(wakeAt - now(), MAX_SLEEP_MS)), stop.signal)
    }
  }

  /** Since when the digest is in the settings. */
  async function knownSince({ name }: Digest): Promise<EpochMs> {
    const since = (await store.listDigests()).get(name)
    // A time in the future is from a clock that was ahead.
    if (since !== undefined && since <= now()) return since
    await writes.keepDigests([name], now())
    return (await store.listDigests()).get(name) ?? now()
  }

  /** @returns when the next edition is due */
  async function makeDue(digest: Digest): Promise<EpochMs> {
    // An edition of the wrong day would take the place of that day's own.
    if (isClockWrong()) return now() + RETRY_MS
    const since = await knownSince(digest)
    const time = lastTime(digest, now())
    const newest = await newestOf(digest)
    const isDue = time.at > since && (newest === undefined || newest.date < time.date)
    const graceMs = GRACE_MS - age()
    if (isDue && isMissed(time, now()) && graceMs > 0) return now() + graceMs
    if (isDue) await make(digest, time)
    return nextTime(digest, now()).at
  }

  async function make(digest: Digest, time: EditionTime): Promise<void> {
    // Waits for running writes: they may have items that were first seen before the edition's time, and no later
    // edition would have them.
    await writes.keepDigests([digest.name], now())
    const edition = await draft(digest, time)
    const isSent = edition.storyCount > 0 || digest.whenEmpty === 'send'
    await writes.saveEdition(
      {
        digest: digest.name,
        date: time.date,
        madeAt: Date.parse(edition.madeAt),
        storyCount: edition.storyCount,
        body: JSON.stringify(edition),
      },
      isSent ? [...new Set(digest.send.map(targetName))] : [],
    )
    const made = `digest ${digest.name}: the edition of ${time.date} is made, ${edition.storyCount} stories`
    if (edition.isLate) log.warn(`${made}; it was due at ${toIso(time.at)}, which was missed`)
    else log.info(made)
  }

  async function deliverNewest(digest: Digest): Promise<EpochMs | undefined> {
    if (digest.send.length === 0 || stop.signal.aborted) return undefined
    const newest = await newestOf(digest)
    return newest && deliverer.deliver(digest, readEdition(newest.body))
  }

  /** The newest edition, ignoring those of a clock that was ahead. */
  async function newestOf(digest: Digest): Promise<StoredEdition | undefined> {
    const newest = await store.findEdition(digest.name)
    const isAhead = newest !== undefined && newest.madeAt > now()
    return isAhead ? store.findEdition(digest.name, lastTime(digest, now()).date) : newest
  }

  const ended = Promise.all(digests.map(run))
  return {
    /** Waits for a mail that is being sent: if its result were not saved, it would be sent again. */
    async stop(): Promise<void> {
      stop.abort()
      await ended
    },
  }
}

function logDelivery(delivery: Delivery, log: DigestsDeps['log']): void {
  const { digest, date, target, state, nextAt, error } = delivery
  const what = `digest ${digest}: the edition of ${date}`
  if (state === 'sent') log.info(`${what} was sent to ${target}`)
  else if (state === 'pending')
    log.warn(`${what} could not be sent to ${target}, and is tried again at ${toIso(nextAt)}: ${error}`)
  else if (state === 'refused')
    log.error(`${what} was refused for ${target}, and is not sent again: ${error}`)
  else log.error(`${what} was not sent to ${target}: ${error}`)
}
