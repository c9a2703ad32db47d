import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { SECOND_MS } from '../../src/model/time.ts'
import type { Held } from '../changes/held.ts'
import { walkOf } from '../changes/walk.ts'
import { serveStore } from '../engines/engine.ts'
import type { BenchContext, Benchmark, Figure } from '../harness/benchmark.ts'
import { runMeasured, type Served, script, startServed } from '../harness/child.ts'
import { quantile } from '../harness/quantile.ts'
import { collectionIn, type MadeCollection } from '../million/collection.ts'
import type { Written } from '../million/written.ts'

const ITEMS = 100_000
const QUICK_ITEMS = 5_000
const STREAMS = 1_000
const PER_SECOND = 100
const SECONDS = 60

export const benchmark: Benchmark = {
  name: 'changes',
  description: `/api/changes: a walk over ${ITEMS} items beside one over /api/items, and ${STREAMS} event streams while ${PER_SECOND} items a second are saved`,
  run: async (context) => {
    const { options, quick, log } = context
    const items = quick ? QUICK_ITEMS : ITEMS
    const folder = options.folder ?? join(tmpdir(), 'content-digest-million')
    const collection = await collectionIn(join(folder, quick ? '5k' : '100k'), items, log)
    const only = options.only ?? 'walk,streams'
    return [
      ...(only.includes('walk') ? await walks(collection, context) : []),
      ...(only.includes('streams') ? await streams(collection, context) : []),
    ]
  },
}

/** A copy of the collection of its own. */
function copyOf(collection: MadeCollection, { scratch }: BenchContext, name: string): [string, string] {
  const data = join(scratch, name)
  cpSync(collection.data, data, { recursive: true })
  return [`sqlite:${join(data, 'digest.db')}`, data]
}

async function walks(collection: MadeCollection, context: BenchContext): Promise<Figure[]> {
  const { log } = context
  const [store, data] = copyOf(collection, context, 'walk')
  const { served } = await serveStore(store, collection.config, data)
  try {
    // Everything is read once before.
    await walkOf(served, '/api/items?limit=500')
    const figures: Figure[] = []
    log('walking')
    const listed = await walkOf(served, '/api/items?limit=500')
    for (const limit of [500, 1_000]) {
      const walked = await walkOf(served, `/api/changes?limit=${limit}`)
      if (walked.items !== collection.items || walked.repeated > 0 || listed.items !== walked.items)
        throw new Error(`${walked.items} items, ${walked.repeated} twice; lists have ${listed.items}`)
      figures.push({
        name: `walk of ${collection.items} items, limit ${limit}: CPU`,
        value: walked.cpuSeconds,
        unit: 's',
        reference: { name: '/api/items, limit 500', value: listed.cpuSeconds },
      })
    }
    log('walking while items come')
    const writing = write(store, context.quick ? 3 : 10)
    const walked = await walkOf(served, '/api/changes?limit=500')
    await writing
    if (walked.items < collection.items) throw new Error(`only ${walked.items} items while others came`)
    figures.push({ name: 'walk while items come: items', value: walked.items, unit: 'items' })
    return figures
  } finally {
    await served.stop()
  }
}

async function streams(collection: MadeCollection, context: BenchContext): Promise<Figure[]> {
  const { quick, log } = context
  const [count, seconds] = quick ? [50, 5] : [STREAMS, SECONDS]
  log('without streams')
  const without = await underWrites(collection, context, 'without', seconds)
  log(`${count} streams`)
  const { held, ...beside } = await underWrites(collection, context, 'streams', seconds, count)
  if (held === undefined || held.unlike > 0 || held.disorders > 0)
    throw new Error(`streams differ: ${JSON.stringify(held)}`)
  return [
    { name: `${count} streams: changes sent to each`, value: held.rowsEach, unit: 'items' },
    { name: 'saved until received: p50', value: held.p50Ms, unit: 'ms' },
    { name: 'saved until received: p99', value: held.p99Ms, unit: 'ms' },
    {
      name: 'CPU in a second',
      value: beside.cpuSeconds / seconds,
      unit: 's',
      reference: { name: 'no streams', value: without.cpuSeconds / seconds },
    },
    { name: 'memory more than without streams', value: beside.megabytes - without.megabytes, unit: 'MB' },
    ...(held.isDropped
      ? [
          {
            name: 'a client that reads nothing: sent until dropped',
            value: held.idleBytes / 1e6,
            unit: 'MB',
          } as const,
        ]
      : []),
  ]
}

interface Load {
  readonly cpuSeconds: number
  /** Median of the second half. */
  readonly megabytes: number
  readonly held?: Held
}

async function underWrites(
  collection: MadeCollection,
  context: BenchContext,
  name: string,
  seconds: number,
  count = 0,
): Promise<Load> {
  const [store] = copyOf(collection, context, name)
  const served = await startServed(
    script('changes/serve-and-write.ts', store.replace('sqlite:', ''), String(PER_SECOND)),
  )
  try {
    await (await request(`${served.url}/api/changes?limit=1`)).body.dump()
    const holding = count === 0 ? undefined : await hold(served, count, seconds + 5)
    const before = await served.usage()
    await (await request(`${served.url}/api/health`)).body.dump()
    const memory: number[] = []
    for (let second = 0; second < seconds; second += 1) {
      await sleep(SECOND_MS)
      if (second > seconds / 2) memory.push((await served.usage()).rssMegabytes)
    }
    const { cpuSeconds } = await served.usage()
    const held = await holding?.()
    return {
      cpuSeconds: cpuSeconds - before.cpuSeconds,
      megabytes: quantile(memory, 0.5),
      ...(held === undefined ? {} : { held }),
    }
  } finally {
    await served.stop()
  }
}

async function write(store: string, seconds: number): Promise<Written> {
  const file = store.replace('sqlite:', '')
  const { stdout } = await runMeasured(
    script('million/write-items.ts', file, String(PER_SECOND), String(seconds)),
  )
  return JSON.parse(stdout) as Written
}

/** Opens streams in a process of its own. @returns what they were sent at the end */
async function hold({ url }: Served, count: number, seconds: number): Promise<() => Promise<Held>> {
  const child = spawn(
    process.execPath,
    script('changes/hold-streams.ts', url, String(count), String(seconds)),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value } = await lines.next()
    if (value === undefined) throw new Error('the streams ended')
    return value as string
  }
  await next()
  return async () => JSON.parse(await next()) as Held
}
