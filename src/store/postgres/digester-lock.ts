import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { DigestError } from '../../model/errors.ts'
import { type PostgresAddress, placeOf } from '../../model/store-address.ts'
import { limitedTo } from './connection.ts'
import { asOpenFailure } from './failure.ts'
import { CONNECTING, findPrimary } from './primary.ts'

/** With the schema, names the lock. An arbitrary number, other than that of the lock of writers. */
const DIGESTER_LOCK = 1_145_652_071

/** Interval at which a standby asks for the lock. */
const ASK_EVERY_MS = 1_000

/** Interval of signs of life of the node that has the lock, and how many may wait for their answers. */
const BEAT_EVERY_MS = 2_000
const MAX_UNANSWERED = 2

/** Time to wait for the answer of other statements. */
const ANSWER_MS = 4_000

/** The server ends the connection of a node that gives no sign of life for this time, and with it its lock. */
const SILENT_MS = 6_000

export const LOCK_SQL = {
  begin: `SET idle_session_timeout = ${SILENT_MS}`,
  ask: `SELECT pg_try_advisory_lock(${DIGESTER_LOCK}, hashtext(coalesce(current_schema(), ''))) AS locked`,
  beat: 'SELECT 1',
} as const

/** The lock of the one node that digests. */
export interface DigesterLock {
  /** Aborted when the connection is lost, and the lock with it: another node may have it then. */
  readonly lost: AbortSignal
  /** Whether it was lost because the database fell silent. Other connections may be dead as well then. */
  readonly isSilent: () => boolean
  release(): Promise<void>
}

/**
 * Waits for the lock of the one node that digests. The server releases it with the connection: at once if the process dies,
 * and after `SILENT_MS` if it hangs or its machine is gone.
 *
 * @param onAsked called when the database has answered, whoever has the lock
 * @throws the signal's reason; the driver's errors
 */
export async function awaitDigesterLock(
  address: PostgresAddress,
  signal: AbortSignal,
  onAsked: () => void = () => undefined,
): Promise<DigesterLock> {
  const client = await connect(address)
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
 * Takes the same lock for work that must not meet a digester.
 *
 * @throws DigestError('storeInUse') if another process has the lock; `storeForbidden` or `storeUnusable` if the database
 *   cannot be reached
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
  // Beats are counted, not timed: a thread that was busy for long reads the answer before its next beat.
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
