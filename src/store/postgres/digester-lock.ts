import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { DigestError } from '../../model/errors.ts'
import { type PostgresAddress, placeOf } from '../../model/store-address.ts'
import { guarded, limitedTo } from './connection.ts'
import { asOpenFailure } from './failure.ts'
import { CONNECTING, findPrimary } from './primary.ts'

/** With the schema, identifies the lock. An arbitrary number, different from the writers' lock. */
const DIGESTER_LOCK = 1_145_652_071

/** Interval at which a standby requests the lock. */
const ASK_EVERY_MS = 1_000

/** Heartbeat interval of the node with the lock, and the maximum number of unanswered beats. */
const BEAT_EVERY_MS = 2_000
const MAX_UNANSWERED = 2

/** Time limit of other statements. */
const ANSWER_MS = 4_000

/** The server closes the connection of a node that is silent for this time, which releases the lock. */
const SILENT_MS = 6_000

export const LOCK_SQL = {
  begin: `SET idle_session_timeout = ${SILENT_MS}`,
  ask: `SELECT pg_try_advisory_lock(${DIGESTER_LOCK}, hashtext(coalesce(current_schema(), ''))) AS locked`,
  beat: 'SELECT 1',
} as const

export interface DigesterLock {
  /** Aborted when the connection is lost, and with it the lock: another node may then have it. */
  readonly lost: AbortSignal
  /** Whether it was lost because the database fell silent. Then other connections may be dead too. */
  readonly isSilent: () => boolean
  release(): Promise<void>
}

/**
 * Waits for the lock of the one digesting node. The server releases it with the connection: at once if the process
 * dies, after `SILENT_MS` if it hangs or its machine is gone.
 *
 * @param onAsked called after each response, whoever has the lock
 * @throws the signal's reason; DigestError('storeFailed' | 'storeForbidden') if no connection can be made; then the
 *   driver's errors
 */
export async function awaitDigesterLock(
  address: PostgresAddress,
  signal: AbortSignal,
  onAsked: () => void = () => undefined,
): Promise<DigesterLock> {
  const client = await guarded(() => connect(address))
  try {
    for (;;) {
      const isLocked = await ask(client)
      onAsked()
      if (isLocked) break
      await sleep(ASK_EVERY_MS, undefined, { signal })
    }
    signal.throwIfAborted()
    return hold(client)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/**
 * Takes the same lock for work that excludes a digester.
 *
 * @throws DigestError('storeInUse') if another process has the lock; `storeForbidden` or `storeUnusable` if the
 *   database cannot be reached
 */
export async function lockPostgresForCollecting(address: PostgresAddress): Promise<DigesterLock> {
  const place = placeOf(address)
  try {
    const client = await connect(address)
    if (await ask(client)) return hold(client)
    await client.end()
  } catch (error) {
    throw asOpenFailure(place, error)
  }
  throw new DigestError('storeInUse', `a service collects into ${place}: stop it`)
}

async function connect(address: PostgresAddress): Promise<Client> {
  const client = new Client({
    ...CONNECTING,
    connectionString: await findPrimary(address.url),
    application_name: 'content-digest digester',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query({ text: LOCK_SQL.begin, ...limitedTo(ANSWER_MS) })
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function ask(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ readonly locked: boolean }>({
    text: LOCK_SQL.ask,
    ...limitedTo(ANSWER_MS),
  })
  return rows[0]?.locked === true
}

function hold(client: Client): DigesterLock {
  const lost = new AbortController()
  let unanswered = 0
  // Counts beats instead of time: after a long block, a thread first reads the response, then sends the next beat.
  const beating = setInterval(() => {
    if (unanswered === MAX_UNANSWERED) return lose()
    unanswered++
    client.query(LOCK_SQL.beat).then(() => (unanswered = 0), lose)
  }, BEAT_EVERY_MS)
  client.once('end', lose)

  function lose(): void {
    clearInterval(beating)
    lost.abort()
  }

  return {
    lost: lost.signal,
    isSilent: () => unanswered === MAX_UNANSWERED,
    async release() {
      clearInterval(beating)
      client.off('end', lose)
      await client.end().catch(() => undefined)
    },
  }
}
