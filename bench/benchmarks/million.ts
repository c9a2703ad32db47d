import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchContext, Benchmark, Figure } from '../harness/benchmark.ts'
import { script, startServed } from '../harness/child.ts'
import { ask } from '../million/ask.ts'
import { collectionIn, type MadeCollection } from '../million/collection.ts'
import { classFigures, millionTable } from '../million/figures.ts'
import { knownOf } from '../million/known.ts'
import { measureClasses, type Subject } from '../million/measure-classes.ts'
import { mixedLoad } from '../million/mixed-load.ts'
import { LIST_CLASSES, type QuestionClass } from '../million/questions.ts'
import { SEARCH_CLASSES } from '../million/searches.ts'
import { prepareSideFiles, type Start, startMeasured } from '../million/served.ts'
import { type Size, sizesOf } from '../million/sizes.ts'

const SIZES = '100k,1M'
const QUICK_SIZES = '10k,100k'
const CLASSES: readonly QuestionClass[] = [...LIST_CLASSES, ...SEARCH_CLASSES]
const PARTS = new Set<string>([...CLASSES.map(({ part }) => part), 'mixed'])
const MIXED = { pagesPerSecond: 1_000, searchesPerSecond: 100, itemsPerSecond: 300 }

/** Measures the read path at several sizes of the collection. A cost that does not grow is the same in each column. */
export const benchmark: Benchmark = {
  name: 'million',
  description:
    'answers of every kind among 100,000 and 1,000,000 items over HTTP, no question twice, beside plain node:http',
  isOnDemand: true,
  table: millionTable,
  run: async (context) => {
    const { options, quick, log } = context
    const only = options.only?.split(',') ?? [...PARTS]
    const unknown = only.filter((part) => !PARTS.has(part))
    if (unknown.length > 0)
      throw new Error(`--only: unknown part ${unknown.join()}. Use some of: ${[...PARTS].join()}.`)
    const sizes = sizesOf(options.items ?? (quick ? QUICK_SIZES : SIZES))
    const collections: MadeCollection[] = []
    for (const size of sizes) collections.push(await prepare(size, context))
    const classes = CLASSES.filter(({ part }) => only.includes(part))
    const figures = classes.length === 0 ? [] : await measureReads(sizes, collections, classes, context)
    if (!only.includes('mixed')) return figures
    for (const [at, collection] of collections.entries()) {
      const size = sizes[at]?.name ?? ''
      log(`mixed load, ${size}`)
      const load = { ...MIXED, seconds: quick ? 5 : 20 }
      figures.push(...(await mixedLoad(collection, size, load, context.scratch)))
    }
    return figures
  },
}

async function prepare({ name, items }: Size, { options, log }: BenchContext): Promise<MadeCollection> {
  const folder = join(options.folder ?? join(tmpdir(), 'content-digest-million'), name)
  log(`collection of ${name}: ${folder}`)
  const collection = await collectionIn(folder, items, log)
  log('building missing side files: a search index of a million items takes minutes')
  const started = performance.now()
  await prepareSideFiles(collection)
  log(`side files are ready after ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  return collection
}

async function measureReads(
  sizes: readonly Size[],
  collections: readonly MadeCollection[],
  classes: readonly QuestionClass[],
  { quick, log }: BenchContext,
): Promise<Figure[]> {
  const figures: Figure[] = []
  const subjects: Subject[] = []
  const plain = await startServed(script('references/plain-http.ts'))
  try {
    for (const [at, collection] of collections.entries()) {
      const size = sizes[at]?.name ?? ''
      log(`start, ${size}`)
      const { served, start } = await startMeasured(collection)
      subjects.push({ size, served, knownOf: knownOf(collection) })
      figures.push(...startFigures(start, size))
      if (classes.some(({ part }) => part === 'trending')) figures.push(await firstTrends(served, size))
    }
    const effort = quick ? { share: 0.1, mostSeconds: 1 } : { share: 1, mostSeconds: 8 }
    const results = await measureClasses(subjects, plain, classes, effort, log)
    for (const { size, served } of subjects) {
      const { rssMegabytes } = await served.usage()
      figures.push({ name: `memory: after all, ${size}`, value: rssMegabytes, unit: 'MB' })
    }
    const names = sizes.map(({ name }) => name)
    return [...classFigures(results, names), ...figures]
  } finally {
    await Promise.all([plain, ...subjects.map(({ served }) => served)].map((served) => served.stop()))
  }
}

function startFigures(start: Start, size: string): Figure[] {
  return [
    { name: `start: until the first list, ${size}`, value: start.firstAnswerSeconds, unit: 's' },
    { name: `start: CPU until the first list, ${size}`, value: start.firstAnswerCpuSeconds, unit: 's' },
    { name: `start: until searches are answered, ${size}`, value: start.searchReadySeconds, unit: 's' },
    { name: `memory: after the first list, ${size}`, value: start.firstAnswerMegabytes, unit: 'MB' },
    { name: `memory: with the search index, ${size}`, value: start.searchReadyMegabytes, unit: 'MB' },
  ]
}

/** Measured apart: the first request for trends may have to prepare data. */
async function firstTrends(served: Subject['served'], size: string): Promise<Figure> {
  const { cpuMs } = await ask(served, {
    questions: [{ path: '/api/trending' }],
    connections: 1,
    mostSeconds: 60,
  })
  return { name: `trends: CPU of the very first, ${size}`, value: cpuMs, unit: 'ms' }
}
