import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { createServer } from '../../src/api/server.ts'
import { openSearch } from '../../src/search/search.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { MONTH_END, millionStore } from './collection.ts'
import { checkHotOrder } from './hot-order.ts'
import { cpuSecondsSince } from '../../bench/harness/cpu.ts'
import { print } from '../../bench/harness/print.ts'
import { quantile } from '../../bench/harness/quantile.ts'

/*
 * What lists, trends and numbers cost among a million items, answer by answer, in this process: no cache of
 * answers helps, since no two questions are the same. `npx tsx research/million/run.ts [ITEMS]`
 */
const items = Number(process.argv[2] ?? 1_000_000)
const cache = join(tmpdir(), 'content-digest-bench')
mkdirSync(cache, { recursive: true })
await main()

async function main(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'content-digest-bench-'))
  const file = await millionStore(items, { cache, scratch, quick: false, log: print })
  // Brings the schema up to date where the file is of an older build.
  await (await openSqliteStore(file, { now: () => MONTH_END })).close()

  const order = timed(() => checkHotOrder(items, 5, 11))
  print(`hot against brute force: ${JSON.stringify(order.result)} (${order.ms.toFixed(0)} ms)`)

  const opened = performance.now()
  const store = await openSqliteReadStore(file, { now: () => MONTH_END })
  print(`open, columns in memory: ${(performance.now() - opened).toFixed(0)} ms`)
  const clock = { now: MONTH_END }
  const search = openSearch(store.searchSource)
  const app = createServer({
    store,
    search,
    now: () => clock.now,
    version: 'bench',
    startedAt: MONTH_END,
    config: { corsOrigins: [], apiKeys: [] },
    logger: pino({ level: 'silent' }),
  })
  const listed = await app.inject({ url: '/api/items?limit=500&sort=score&fields=id,story' })
  const known = listed.json<{ items: readonly Known[] }>().items

  print('| answer | p50, ms | CPU p50, ms | CPU p99, ms |\n|---|---|---|---|')
  for (const question of questionsOf(known)) await measure(question, app, clock)
  print(`memory: ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`)
  await app.close()
  await search.close()
  await store.close()
}

/** An item that answers are asked for. */
interface Known {
  readonly id: number
  readonly story: { readonly id: number }
}

interface Question {
  readonly name: string
  readonly paths: readonly string[]
  /** What takes no parameter is asked as time goes on; 0 where left out. */
  readonly stepMs?: number
}

function questionsOf(known: readonly Known[]): Question[] {
  const hot = '/api/items?sort=hot'
  const trends = [24, 168, 720, 8760].map((hours) => ({
    name: `trending, ${hours} hours`,
    paths: several(hours > 200 ? 10 : 60, (n) => `/api/trending?hours=${hours}&limit=${20 + n}`),
  }))
  return [
    { name: 'trending, the very first', paths: ['/api/trending'] },
    {
      name: 'first page of hot',
      paths: several(400, (n) => `${hot}&limit=${40 + (n % 20)}&offset=${Math.floor(n / 20)}`),
    },
    {
      name: 'first page of hot, one category',
      paths: several(400, (n) => `${hot}&limit=50&category=category-${n % 12}&offset=${n}`),
    },
    {
      name: 'first page of hot, of 1 to 30 days',
      paths: several(120, (n) => `${hot}&limit=50&sinceDays=${1 + (n % 30)}&offset=${n}`),
    },
    {
      name: 'first page of hot, one item a story',
      paths: several(30, (n) => `${hot}&limit=50&distinct=story&minScore=${n / 1000}`),
    },
    ...trends,
    { name: 'a story', paths: known.map(({ story }) => `/api/story?id=${story.id}`) },
    { name: 'an article with its story', paths: known.map(({ id }) => `/api/article?id=${id}`) },
    { name: 'stats', paths: several(60, () => '/api/stats'), stepMs: 60_000 },
    { name: 'categories', paths: several(60, () => '/api/categories'), stepMs: 60_000 },
  ]
}

/** Asks once for each path and prints a row of the table. */
async function measure(
  { name, paths, stepMs = 0 }: Question,
  app: FastifyInstance,
  clock: { now: number },
): Promise<void> {
  const times: number[] = []
  const works: number[] = []
  for (const url of paths) {
    clock.now += stepMs
    const before = process.cpuUsage()
    const requestedAt = performance.now()
    const { statusCode } = await app.inject({ url, headers: { 'accept-encoding': 'identity' } })
    times.push(performance.now() - requestedAt)
    works.push(1_000 * cpuSecondsSince(before))
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`)
  }
  times.sort((a, b) => a - b)
  works.sort((a, b) => a - b)
  const cells = [quantile(times, 0.5), quantile(works, 0.5), quantile(works, 0.99)]
  print(`| ${name} | ${cells.map((cell) => cell.toFixed(1)).join(' | ')} |`)
}

function several(count: number, path: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, n) => path(n))
}

function timed<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const started = performance.now()
  const result = work()
  return { result, ms: performance.now() - started }
}
