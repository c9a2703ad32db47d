import { type Delivery, type DeliveryTarget, type Digest, targetName } from '../model/digest.ts'
import type { Edition } from '../model/edition.ts'
import { type Clock, DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../model/time.ts'
import type { EditionReads } from '../store/read-store.ts'
import type { EditionWrites } from '../store/store.ts'
import type { SendResult } from './mail.ts'

/** Sends an edition to one receiver. Never rejects. */
export type SendEdition = (edition: Edition, target: DeliveryTarget) => Promise<SendResult>

interface DeliveryDeps {
  readonly store: Pick<EditionReads, 'listDeliveries'>
  readonly writes: Pick<EditionWrites, 'claimDelivery' | 'saveDelivery'>
  readonly send: SendEdition
  readonly now: Clock
  /** After it, no attempt begins. */
  readonly signal?: AbortSignal
  /** Called after each attempt. */
  readonly onResult: (delivery: Delivery) => void
}

/** Time between two attempts; the last one repeats. */
const LONGEST_MS = 6 * HOUR_MS
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, LONGEST_MS]

/** How long attempts continue after an edition was made. */
const GIVE_UP_MS = DAY_MS

/** Delivers each edition once to each receiver. */
export class Deliverer {
  readonly #deps: DeliveryDeps
  /** Results that could not be saved: a failing store must not cause a second delivery. */
  readonly #unsaved = new Map<string, Delivery>()

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
  }

  /**
   * Makes the due attempts.
   *
   * @returns when the next one is due; `undefined` if none is left
   */
  async deliver(digest: Digest, edition: Edition): Promise<EpochMs | undefined> {
    const { store, now } = this.#deps
    const isOver = now() > Date.parse(edition.madeAt) + GIVE_UP_MS
    const deliveries = await store.listDeliveries(edition.digest, edition.date)
    const waits: EpochMs[] = []
    for (const delivery of deliveries.filter(({ state }) => state === 'pending')) {
      const target = digest.send.find((target) => targetName(target) === delivery.target)
      if (target === undefined || this.#deps.signal?.aborted === true) continue
      const waitMs = delivery.nextAt - now()
      if (isOver) await this.#giveUp(delivery)
      // No delay is longer: such a time is from a clock that was ahead.
      else if (waitMs > 0 && waitMs <= LONGEST_MS) waits.push(delivery.nextAt)
      else {
        const result = await this.attempt(edition, target, delivery)
        if (result?.state === 'pending') waits.push(result.nextAt)
      }
    }
    return waits.length === 0 ? undefined : Math.min(...waits)
  }

  /**
   * Makes one attempt.
   *
   * @param before its state; `undefined` if the receiver was added after the edition was made
   * @returns `undefined` if another process has begun this attempt
   */
  async attempt(
    edition: Edition,
    target: DeliveryTarget,
    before: Delivery | undefined,
  ): Promise<Delivery | undefined> {
    const { writes, send, now, onResult } = this.#deps
    const key = { digest: edition.digest, date: edition.date, target: targetName(target) }
    const attempts = before?.attempts ?? 0
    const nextAt = now() + (WAITS_MS[attempts] ?? LONGEST_MS)
    const known = this.#unsaved.get(keyText(key))
    if (known !== undefined) return this.#save(known)
    if (!(await writes.claimDelivery(key, attempts, nextAt))) return undefined
    const result = await send(edition, target)
    const error = result.state === 'sent' ? null : result.error
    const delivery: Delivery = { ...key, state: result.state, attempts: attempts + 1, nextAt, error }
    onResult(delivery)
    return this.#save(delivery)
  }

  async #giveUp(delivery: Delivery): Promise<void> {
    const error = delivery.error ?? 'the service did not run'
    const failed: Delivery = { ...delivery, state: 'failed', error: `not sent within a day: ${error}` }
    this.#deps.onResult(failed)
    await this.#save(failed)
  }

  async #save(delivery: Delivery): Promise<Delivery> {
    const key = keyText(delivery)
    this.#unsaved.set(key, delivery)
    await this.#deps.writes.saveDelivery(delivery)
    this.#unsaved.delete(key)
    return delivery
  }
}

function keyText({ digest, date, target }: Pick<Delivery, 'digest' | 'date' | 'target'>): string {
  return `${digest} ${date} ${target}`
}
