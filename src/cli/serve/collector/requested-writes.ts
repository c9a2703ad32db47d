import { DigestError, messageOf } from '../../../model/errors.ts'
import type { RequestedWrites } from '../../../store/store.ts'

/** All writes that the main thread requests from the collector's thread. */
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

/** Arguments of a method, as plain data. */
export interface WriteRequest {
  readonly kind: 'write'
  readonly id: number
  readonly method: keyof RequestedWrites
  readonly args: readonly unknown[]
}

/** The write is committed, or failed. */
export interface WriteResult {
  readonly kind: 'written'
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

/**
 * Writes of this thread that another one executes.
 *
 * @param send sends a request to the other thread. Throws if there is none
 */
export function writeRequests(send: (request: WriteRequest) => void) {
  const open = new Map<number, OpenRequest>()
  let lastId = 0
  const ask = (method: keyof RequestedWrites, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1)
      open.set(id, { resolve, reject })
      send({ kind: 'write', id, method, args })
    })
  const methods = Object.keys(WRITES) as (keyof RequestedWrites)[]
  return {
    writes: Object.fromEntries(
      methods.map((method) => [method, (...args: unknown[]) => ask(method, args)]),
    ) as unknown as RequestedWrites,
    take({ id, result, error }: WriteResult): void {
      const request = open.get(id)
      open.delete(id)
      if (error === undefined) request?.resolve(result)
      else request?.reject(new DigestError('storeFailed', error))
    },
    /** The thread has ended: open requests may or may not have been executed. */
    fail(): void {
      for (const { reject } of open.values())
        reject(new DigestError('storeFailed', 'the collector ended before it confirmed a write'))
      open.clear()
    },
  }
}

interface OpenRequest {
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: Error) => void
}

/** Executes a write that another thread requests. @param store `undefined` while it is not open */
export async function answerWrite(
  store: RequestedWrites | undefined,
  { id, method, args }: WriteRequest,
): Promise<WriteResult> {
  try {
    if (store === undefined) throw new DigestError('storeFailed', 'the collector has no store open yet')
    // `writeRequests` took the arguments of this method.
    const write = store[method] as (...args: readonly unknown[]) => Promise<unknown>
    return { kind: 'written', id, result: await write.apply(store, [...args]) }
  } catch (cause) {
    return { kind: 'written', id, error: messageOf(cause) }
  }
}
