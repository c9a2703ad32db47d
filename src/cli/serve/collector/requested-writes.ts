import { DigestError, messageOf } from '../../../model/errors.ts'
import type { RequestedWrites } from '../../../store/store.ts'

/** Every write that the main thread asks the collector's thread for. */
const WRITES = {
  keepDigests: true,
  saveEdition: true,
  claimDelivery: true,
  saveDelivery: true,
  beginHook: true,
  advanceHook: true,
  saveHookResult: true,
  resumeHook: true,
} as const satisfies Record<keyof RequestedWrites, true>

/** To the thread that writes: arguments of a method, as plain data. */
export interface WriteRequest {
  readonly kind: 'write'
  readonly id: number
  readonly method: keyof RequestedWrites
  readonly args: readonly unknown[]
}

/** The acknowledgement: the write is committed, or failed. */
export interface WriteResult {
  readonly kind: 'written'
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

interface OpenRequest {
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: Error) => void
}

/** Writes of this thread, done by another one. */
export class WriteRequests {
  readonly writes: RequestedWrites
  readonly #open = new Map<number, OpenRequest>()
  #lastId = 0

  /** @param send sends a request to the thread. Throws if there is none */
  constructor(send: (request: WriteRequest) => void) {
    const methods = Object.keys(WRITES) as (keyof RequestedWrites)[]
    const entries = methods.map((method) => [method, (...args: unknown[]) => this.#ask(send, method, args)])
    this.writes = Object.fromEntries(entries) as RequestedWrites
  }

  /** Takes an acknowledgement. */
  take({ id, result, error }: WriteResult): void {
    const request = this.#open.get(id)
    this.#open.delete(id)
    if (error === undefined) request?.resolve(result)
    else request?.reject(new DigestError('storeFailed', error))
  }

  /** The thread has ended: what was asked for is done or not. */
  fail(): void {
    for (const { reject } of this.#open.values())
      reject(new DigestError('storeFailed', 'the collector ended before it confirmed a write'))
    this.#open.clear()
  }

  #ask(
    send: (request: WriteRequest) => void,
    method: keyof RequestedWrites,
    args: readonly unknown[],
  ): Promise<unknown> {
    const id = (this.#lastId += 1)
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject })
      send({ kind: 'write', id, method, args })
    })
  }
}

/** Does a write that another thread asks for. @param store `undefined` while it is not open */
export async function answerWrite(
  store: RequestedWrites | undefined,
  { id, method, args }: WriteRequest,
): Promise<WriteResult> {
  try {
    if (store === undefined) throw new DigestError('storeFailed', 'the collector has no store open yet')
    // The arguments are those of the method: `WriteRequests` has taken them.
    const write = store[method] as (...args: readonly unknown[]) => Promise<unknown>
    return { kind: 'written', id, result: await write.apply(store, [...args]) }
  } catch (cause) {
    return { kind: 'written', id, error: messageOf(cause) }
  }
}
