import pino from 'pino'
import type { FastifyInstance } from 'fastify'
import type { HttpConfig } from '../../src/http/deps.ts'
import { createServer } from '../../src/http/server.ts'
import type { ReadStore } from '../../src/store/store.ts'
import { NOW } from './world.ts'

export interface Served {
  readonly app: FastifyInstance
  readonly base: string
  now: number
}

/** The interface over a real port. */
export async function serve(store: ReadStore, config: Partial<HttpConfig> = {}): Promise<Served> {
  const clock = { now: NOW }
  const app = createServer({
    store,
    now: () => clock.now,
    version: '9.9.9-test',
    startedAt: NOW - 60_000,
    config: { corsOrigins: ['*'], apiKeyHashes: [], halfLifeHours: 12, ...config },
    logger: pino({ level: 'silent' }),
  })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  return Object.assign(clock, { app, base })
}
