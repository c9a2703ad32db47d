import type { ClientBase, PoolClient } from 'pg'
import { DigestError } from '../../model/errors.ts'

/**
 * What the statements of a store rely on. A server, a database, a role or an address may have set it otherwise. Each
 * statement is planned once on a connection, not for its values: planning costs more than most statements take. A plan
 * without values knows no sizes, so it must use the indexes that each statement has (test/store/postgres-plans.test.ts).
 * A plan that was made while a table was small would join it by reading it whole, and go on so when it is large.
 */
const SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // Without it, NULL in an array is the text "NULL".
  array_nulls: 'on',
  // Scores are read as they were written.
  extra_float_digits: '1',
  // Statements outside of transactions must not fail because of others.
  default_transaction_isolation: `'read committed'`,
  lock_timeout: '0',
  // Between two reads of a snapshot, this process may be busy. Transactions that write have a limit of their own.
  idle_in_transaction_session_timeout: '0',
  // The pool ends connections that nobody uses.
  idle_session_timeout: '0',
}

/** Servers before version 17 do not have it. */
const NO_TRANSACTION_TIMEOUT = `SELECT set_config('transaction_timeout', '0', false)
  WHERE current_setting('server_version_num')::int >= 170000`

const PREPARATION = [
  ...Object.entries(SETTINGS).map(([name, value]) => `SET ${name} = ${value}`),
  NO_TRANSACTION_TIMEOUT,
].join('; ')

/**
 * Sets a new connection up for the statements of a store.
 *
 * @param statementMs after which the server ends a statement; 0 is never
 */
export async function prepareSession(client: ClientBase, statementMs: number): Promise<void> {
  // First and by itself: what is sent together has to end within the limit of before.
  await client.query(`SET statement_timeout = ${statementMs}`)
  await client.query(PREPARATION)
}

/** Attempts to see two connections in one session, or one connection in two. */
const ROUNDS = 3

/**
 * Whether a pool in transaction mode stands between: connections then share sessions, and a connection has another session
 * in each transaction. Settings, prepared statements and locks of a session would be those of others.
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
