import { messageOf } from '../../model/errors.ts'

/** Remembers why the last attempt failed, so that a failure that lasts is logged once and not at each attempt. */
export class LastFailure {
  #message: string | undefined

  /** Takes a failure, and tells whether it differs from the last attempt's. */
  isNew(cause: unknown): boolean {
    const last = this.#message
    this.#message = messageOf(cause)
    return this.#message !== last
  }

  /** Takes a success, and tells whether the attempt before it failed. */
  clear(): boolean {
    const hasFailed = this.#message !== undefined
    this.#message = undefined
    return hasFailed
  }
}
