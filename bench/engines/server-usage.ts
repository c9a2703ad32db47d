import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'

/** Clock ticks a second of /proc, which Linux fixes for programs. */
const TICKS = 100

/** What the processes of a PostgreSQL server on this machine use. Linux only: others have no /proc. */
export interface ServerUsage {
  /** CPU seconds so far, including connections that are closed. */
  cpuSeconds(): number
}

/**
 * Finds the processes of the server that answers at `url`.
 *
 * @throws Error if it runs on another machine or this is not Linux
 */
export async function serverUsage(url: string): Promise<ServerUsage> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid')
  const server = statOf(rows[0]?.pid ?? 0)?.parent
  await client.end()
  if (server === undefined)
    throw new Error('the CPU of PostgreSQL can be read on Linux and this machine only')
  return {
    cpuSeconds() {
      const children = readdirSync('/proc').flatMap((name) => {
        const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
        return stat?.parent === server ? stat.ownTicks : []
      })
      const main = statOf(server)
      return (
        (children.reduce((sum, ticks) => sum + ticks, 0) + (main?.ownTicks ?? 0) + (main?.endedTicks ?? 0)) /
        TICKS
      )
    },
  }
}

interface Stat {
  readonly parent: number
  readonly ownTicks: number
  /** Of children that have ended. */
  readonly endedTicks: number
}

function statOf(pid: number): Stat | undefined {
  try {
    // After the name in parentheses: state, parent, …; utime, stime, cutime and cstime are the fields 14 to 17.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [, parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent, ownTicks: user + system, endedTicks: endedUser + endedSystem }
  } catch {
    return undefined
  }
}
