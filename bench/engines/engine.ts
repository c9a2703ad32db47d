import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { SECOND_MS } from '../../src/model/time.ts'
import { type Served, service, startServed } from '../harness/child.ts'
import { RawConnection } from '../harness/raw-http.ts'
import { SAME_PAGE } from '../million/questions.ts'
import { serverUsage } from './server-usage.ts'

/** A store engine as the benchmark uses it. */
export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Gives the address of an empty store. Its other files go into `folder`. */
  newStore(folder: string): Promise<string>
  /** CPU seconds of the database's own processes so far. */
  serverCpuSeconds(): number
}

export const SQLITE: Engine = {
  name: 'SQLite',
  newStore: async (folder) => {
    mkdirSync(folder, { recursive: true })
    return `sqlite:${join(folder, 'digest.db')}`
  },
  serverCpuSeconds: () => 0,
}

/** @param url a database in which schemas may be made */
export async function postgresEngine(url: string): Promise<Engine> {
  const usage = await serverUsage(url)
  return {
    name: 'PostgreSQL',
    newStore: async (folder) => {
      mkdirSync(folder, { recursive: true })
      const schema = `bench_${randomUUID().replaceAll('-', '')}`
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query(`CREATE SCHEMA ${schema}`)
      await client.end()
      const address = new URL(url)
      address.searchParams.set('options', `-c search_path=${schema}`)
      return address.href
    },
    serverCpuSeconds: () => usage.cpuSeconds(),
  }
}

/** Arguments of the service with this store. */
export function withStore(store: string, config: string, folder: string): string[] {
  return ['--config', config, '--data', folder, '--store', store]
}

export interface Started {
  readonly served: Served
  /** From the start of the process to the end of the first list. */
  readonly listSeconds: number
  /** From the start of the process until searches are answered. */
  readonly readySeconds: number
}

/** Serves a store without collecting, until it answers everything. */
export async function serveStore(store: string, config: string, folder: string): Promise<Started> {
  const started = performance.now()
  const settings = ['--port', '0', '--log-level', 'warn', ...withStore(store, config, folder)]
  const served = await startServed(service('serve', '--no-collect', ...settings))
  const connection = await RawConnection.open(served.url)
  await connection.ask(SAME_PAGE)
  const listSeconds = (performance.now() - started) / SECOND_MS
  while ((await connection.ask('/readyz')).status !== 200) await setTimeout(20)
  connection.close()
  return { served, listSeconds, readySeconds: (performance.now() - started) / SECOND_MS }
}
