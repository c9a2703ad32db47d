import { Client } from 'pg'
import { DigestError } from '../../model/errors.ts'
import { type PostgresAddress, placeOf } from '../../model/store-address.ts'
import { asOpenFailure } from './failure.ts'
import { CONNECTING, findPrimary } from './primary.ts'

/** With the schema, names the lock. An arbitrary number, other than that of the lock of writers. */
const COLLECTOR_LOCK = 1_145_652_071

/** Time after which a lost connection is made again. */
const AGAIN_MS = 1_000

const LOCK_SQL = `SELECT pg_try_advisory_lock(${COLLECTOR_LOCK}, hashtext(coalesce(current_schema(), ''))) AS locked`

/**
 * Takes the lock for collecting on schedule into a store. Only one process of all nodes may have it, since two would visit
 * every publisher twice. The server releases it with the connection. A lost connection is made again. If another process
 * took the lock meanwhile, a warning says so: writes stay right, but publishers are visited twice until one is stopped.
 *
 * @throws DigestError('storeInUse') if another process has the lock; `storeForbidden` or `storeUnusable` if the
 *   database cannot be reached
 */
export async function lockPostgresForCollecting(
  address: PostgresAddress,
): Promise<{ readonly release: () => Promise<void> }> {
  const place = placeOf(address)
  let released = false
  let waiting: NodeJS.Timeout | undefined
  let client: Client | undefined

  /** @returns whether this process has the lock */
  async function take(): Promise<boolean> {
    const made = new Client({
      connectionString: await findPrimary(address.url),
      application_name: 'content-digest collector',
      ...CONNECTING,
    })
    made.on('error', () => undefined)
    try {
      await made.connect()
      const { rows } = await made.query<{ readonly locked: boolean }>(LOCK_SQL)
      if (rows[0]?.locked !== true) {
        await made.end()
        return false
      }
    } catch (error) {
      await made.end().catch(() => undefined)
      throw error
    }
    client = made
    made.once('end', () => takeAgain())
    return true
  }

  function takeAgain(): void {
    client = undefined
    if (released) return
    waiting = setTimeout(() => void retake(), AGAIN_MS).unref()
  }

  async function retake(): Promise<void> {
    try {
      if (await take()) return
      process.emitWarning(`another service collects into ${place} too: stop one of them`)
    } catch {
      takeAgain()
    }
  }

  const locked = await take().catch((error: unknown) => {
    throw asOpenFailure(place, error)
  })
  if (!locked) {
    const message = `another service collects into ${place}: stop it, or start this one with --no-collect`
    throw new DigestError('storeInUse', message)
  }
  return {
    async release() {
      released = true
      clearTimeout(waiting)
      await client?.end().catch(() => undefined)
    },
  }
}
