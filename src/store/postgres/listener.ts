import { Client } from 'pg'
import { CONNECTING, findPrimary } from './primary.ts'
import { CHANGE_CHANNEL } from './transaction.ts'

/** Delay before reconnecting. */
const AGAIN_MS = 1_000

/** A connection that receives notifications of other nodes' writes. */
export interface Listener {
  close(): Promise<void>
}

/**
 * Calls `onChange` when any node has saved changes, and at each connect, since earlier notifications were missed. Never
 * fails: a lost connection is made again.
 */
export function listenForChanges(url: string, onChange: () => void): Listener {
  let closed = false
  let client: Client | undefined
  let waiting: NodeJS.Timeout | undefined

  function again(from: Client | undefined): void {
    if (closed || client !== from) return
    client = undefined
    void from?.end().catch(() => undefined)
    waiting = setTimeout(() => void connect(), AGAIN_MS).unref()
  }

  async function connect(): Promise<void> {
    const connectionString = await findPrimary(url).catch(() => undefined)
    if (connectionString === undefined) return again(undefined)
    if (closed) return
    const made = new Client({ connectionString, application_name: 'content-digest', ...CONNECTING })
    client = made
    made.on('error', () => again(made))
    made.on('end', () => again(made))
    made.on('notification', onChange)
    try {
      await made.connect()
      // The connection is idle until others write.
      await made.query(`SET idle_session_timeout = 0; LISTEN ${CHANGE_CHANNEL}`)
      onChange()
    } catch {
      again(made)
    }
  }

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(waiting)
      await client?.end().catch(() => undefined)
    },
  }
}
