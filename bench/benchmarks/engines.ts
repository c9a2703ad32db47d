import { cpSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../test/store/postgres-server.ts'
import { type Engine, postgresEngine, serveStore, SQLITE, withStore } from '../engines/engine.ts'
import { ofTwoNodes } from '../engines/two-nodes.ts'
import { visibleAfter } from '../engines/visible-after.ts'
import { type FeedFarm, startFeedFarm } from '../feeds/feed-farm.ts'
import type { BenchContext, Benchmark, Figure } from '../harness/benchmark.ts'
import { runMeasured, service } from '../harness/child.ts'
import { ask } from '../million/ask.ts'
import { collectionIn, type MadeCollection } from '../million/collection.ts'
import { knownOf } from '../million/known.ts'
import { LIST_CLASSES, type QuestionClass, questionsOf, seedOf } from '../million/questions.ts'
import { SEARCH_CLASSES } from '../million/searches.ts'
import { type Size, sizesOf } from '../million/sizes.ts'

const FEEDS = 1_000
const QUICK_FEEDS = 60
const ITEMS = 30
const WRITES = 100
const QUICK_WRITES = 10

const CLASSES: readonly QuestionClass[] = [...LIST_CLASSES, ...SEARCH_CLASSES].filter(({ name }) =>
  [
    'any offset',
    'any filters and order',
    'an article',
    'search: common word',
    'search: two words',
    'search: phrase',
  ].includes(name),
)

/** What was measured with one engine. Both engines give the same names. */
type Measured = readonly Figure[]

/** Measures both engines by the same commands in one run. PostgreSQL's CPU includes its server. */
export const benchmark: Benchmark = {
  name: 'engines',
  description: `SQLite and PostgreSQL: first visit of ${FEEDS} feeds of ${ITEMS} items, answers over HTTP, start, memory`,
  isOnDemand: true,
  run: async (context) => {
    const server = await startPostgres()
    if (server === undefined)
      throw new Error('there is no PostgreSQL here: name one with DIGEST_TEST_POSTGRES')
    try {
      const engines = [SQLITE, await postgresEngine(server.url)]
      const only = context.options.only ?? 'visit,answers'
      const figures = only.includes('visit')
        ? beside(await eachOf(engines, (engine) => firstVisit(engine, context)))
        : []
      if (!only.includes('answers')) return figures
      for (const size of sizesOf(context.options.items ?? (context.quick ? '10k' : '100k')))
        figures.push(...(await answers(engines, size, context)))
      return figures
    } finally {
      await server.stop()
    }
  },
}

async function eachOf(
  engines: readonly Engine[],
  measure: (engine: Engine) => Promise<Measured>,
): Promise<Measured[]> {
  const all: Measured[] = []
  for (const engine of engines) all.push(await measure(engine))
  return all
}

/** PostgreSQL's figures with SQLite's as their references. */
function beside([sqlite = [], postgres = []]: readonly Measured[]): Figure[] {
  return postgres.map((figure) => {
    const reference = sqlite.find(({ name }) => name === figure.name)
    return reference === undefined
      ? figure
      : { ...figure, reference: { name: 'SQLite', value: reference.value } }
  })
}

async function firstVisit(engine: Engine, { scratch, quick, log }: BenchContext): Promise<Measured> {
  const feeds = quick ? QUICK_FEEDS : FEEDS
  log(`first visit of ${feeds} feeds into ${engine.name}`)
  const farm: FeedFarm = await startFeedFarm(feeds, ITEMS)
  try {
    const folder = join(scratch, `visit-${engine.name}`)
    const store = await engine.newStore(folder)
    const config = farm.writeSettings(folder)
    const before = engine.serverCpuSeconds()
    const { usage, wallSeconds, stdout } = await runMeasured(
      service('collect', '--all', '--json', ...withStore(store, config, folder)),
    )
    const ofServer = engine.serverCpuSeconds() - before
    const { added, failed } = JSON.parse(stdout) as { readonly added: number; readonly failed: number }
    if (failed > 0 || added < feeds * ITEMS * 0.9)
      throw new Error(`${engine.name}: ${failed} feeds failed, ${added} items`)
    return [
      { name: 'first visit: CPU of all processes', value: usage.cpuSeconds + ofServer, unit: 's' },
      { name: 'first visit: CPU of the collector', value: usage.cpuSeconds, unit: 's' },
      ...(ofServer > 0
        ? [{ name: 'first visit: CPU of the server', value: ofServer, unit: 's' } as const]
        : []),
      { name: 'first visit: wall', value: wallSeconds, unit: 's' },
    ]
  } finally {
    await farm.stop()
  }
}

async function answers(
  engines: readonly Engine[],
  { name: size, items }: Size,
  context: BenchContext,
): Promise<Figure[]> {
  const { options, scratch, log } = context
  const collection = await collectionIn(
    join(options.folder ?? join(tmpdir(), 'content-digest-million'), size),
    items,
    log,
  )
  const stores = new Map<Engine, string>()
  const folderOf = ({ name }: Engine): string => join(scratch, `${size}-${name}`)
  for (const engine of engines) {
    log(`copying ${size} into ${engine.name}`)
    const store = await engine.newStore(folderOf(engine))
    stores.set(engine, store)
    // With its side files, if it has them: a search index of a million items takes many minutes.
    if (engine === SQLITE) cpSync(collection.data, folderOf(engine), { recursive: true })
    else {
      const from = `sqlite:${join(collection.data, 'digest.db')}`
      await runMeasured(service('store', 'copy', '--from', from, '--to', store))
    }
  }
  return beside(
    await eachOf(engines, (engine) =>
      served(engine, stores.get(engine) ?? '', folderOf(engine), { size, collection }, context),
    ),
  )
}

async function served(
  engine: Engine,
  store: string,
  folder: string,
  { size, collection }: { readonly size: string; readonly collection: MadeCollection },
  { quick, log }: BenchContext,
): Promise<Measured> {
  log(`building the side files of ${engine.name}, ${size}`)
  const building = await serveStore(store, collection.config, folder)
  await building.served.stop()
  log(`answers of ${engine.name}, ${size}`)
  const { served: node, listSeconds, readySeconds } = await serveStore(store, collection.config, folder)
  const figures: Figure[] = [
    { name: `start: until the first list, ${size}`, value: listSeconds, unit: 's' },
    { name: `start: until searches are answered, ${size}`, value: readySeconds, unit: 's' },
  ]
  try {
    const known = knownOf(collection)
    for (const each of CLASSES) {
      const questions = questionsOf(each, known(seedOf(each.name)), quick ? 50 : each.count)
      const before = engine.serverCpuSeconds()
      const answered = await ask(node, {
        questions,
        connections: each.connections,
        mostSeconds: quick ? 2 : 8,
      })
      const ofServer = ((engine.serverCpuSeconds() - before) * 1_000) / answered.answers
      figures.push(
        { name: `${each.name}: CPU, ${size}`, value: answered.cpuMs + ofServer, unit: 'ms' },
        { name: `${each.name}: p99, ${size}`, value: answered.p99Ms, unit: 'ms' },
      )
    }
    figures.push({
      name: `memory of a node after all, ${size}`,
      value: (await node.usage()).rssMegabytes,
      unit: 'MB',
    })
    if (engine !== SQLITE) {
      log(`two nodes of ${engine.name}, ${size}`)
      figures.push(await ofTwoNodes(node, { store, config: collection.config, folder, size }, known))
      const { p50Ms, p99Ms } = await visibleAfter(store, node.url, quick ? QUICK_WRITES : WRITES)
      figures.push(
        { name: `saved until visible on another node: p50, ${size}`, value: p50Ms, unit: 'ms' },
        { name: `saved until visible on another node: p99, ${size}`, value: p99Ms, unit: 'ms' },
      )
    }
    return figures
  } finally {
    await node.stop()
  }
}
