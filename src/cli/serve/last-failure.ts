import { messageOf } from '../../model/errors.ts'

/** Remembers why the last attempt failed, so that a failure that lasts is logged once and not at each attempt. */
export class LastFailure {
  #message: string | undefined

  /** Remembers a failure. @returns whether it differs from that of the last attempt */
  isNew(cause: unknown): boolean {
    const last = this.#message
    this.#message = messageOf(cause)
    return this.#message !== last
  }

  /** Forgets the failure after a success. @returns whether the last attempt had failed */
  clear(): boolean {
    const hasFailed = this.#message !== undefined
    this.#message = undefined
    return hasFailed
  }
}
