import type { ClientBase, PoolClient } from 'pg'
import { DigestError } from '../../model/errors.ts'

/**
 * Settings that statements rely on, and that a server, database, role or address may have changed. Each statement is
 * planned once per connection, independent of its values: planning costs more than most statements. A generic plan
 * knows no sizes, so it must use the indexes that each statement has (test/store/postgres-plans.test.ts). Otherwise a
 * plan from when a table was small would scan it for ever.
 */
const SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // With `off`, NULL in an array literal is the text "NULL".
  array_nulls: 'on',
  // Scores are read exactly as written.
  extra_float_digits: '1',
  // Statements outside transactions must not fail because of concurrent ones.
  default_transaction_isolation: `'read committed'`,
  lock_timeout: '0',
  // This process may be busy between two reads of a snapshot. Writing transactions have their own limit.
  idle_in_transaction_session_timeout: '0',
  // The pool closes unused connections.
  idle_session_timeout: '0',
}

/** The setting exists since version 17. */
const NO_TRANSACTION_TIMEOUT = `SELECT set_config('transaction_timeout', '0', false)
  WHERE current_setting('server_version_num')::int >= 170000`

const PREPARATION = [
  ...Object.entries(SETTINGS).map(([name, value]) => `SET ${name} = ${value}`),
  NO_TRANSACTION_TIMEOUT,
].join('; ')

/**
 * Prepares a new connection for the store's statements.
 *
 * @param statementMs time after which the server stops a statement; 0 is never
 */
export async function prepareSession(client: ClientBase, statementMs: number): Promise<void> {
  // Sent first and alone: statements sent together must finish within the previous limit.
  await client.query(`SET statement_timeout = ${statementMs}`)
  await client.query(PREPARATION)
}

/** Attempts to detect shared sessions. */
const ROUNDS = 3

/**
 * Whether connections go through a pool in transaction mode: they then share sessions, and get another session for each
 * transaction. Settings, prepared statements and locks would belong to others.
 */
export async function isSessionShared(one: PoolClient, other: PoolClient): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const session = await sessionOf(one)
    if ((await sessionOf(one)) !== session) return true
    await other.query('BEGIN')
    try {
      if ((await sessionOf(other)) === session || (await sessionOf(one)) !== session) return true
    } finally {
      await other.query('ROLLBACK')
    }
  }
  return false
}

async function sessionOf(client: PoolClient): Promise<number | undefined> {
  return (await client.query<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
}

export function sharedSessions(place: string): DigestError {
  const message = `${place} is a connection pool in transaction mode, where sessions are shared; this needs sessions of its own. Set the pool to session mode (PgBouncer: pool_mode = session), or name the server itself`
  return new DigestError('storeUnusable', message)
}
