// MiniSearch with the same items, in its own process. Prints an EngineReport.

import MiniSearch from 'minisearch'
import { invent, queryClasses } from './synthetic.ts'
import { type EngineReport, timeClasses } from './timing.ts'

const items = Number(process.argv[2] ?? 50_000)
const invented = invent(items)
const documents = invented
  .documents(0, items)
  .map(({ id, title, summary }) => ({ id, title, summary, category: `c${id % 10}` }))
const memoryBefore = process.memoryUsage().heapUsed
const started = performance.now()
const index = new MiniSearch<(typeof documents)[number]>({
  fields: ['title', 'summary'],
  storeFields: ['category'],
})
index.addAll(documents)
const buildSeconds = (performance.now() - started) / 1_000
const indexMegabytes = (process.memoryUsage().heapUsed - memoryBefore) / 1e6

// MiniSearch has no phrases, and takes a Chinese sentence, which has no spaces, for one word.
const fair = queryClasses(invented).filter(({ name }) => !/phrase|Chinese/.test(name))
const classes = await timeClasses(fair, (query, category) => {
  const prefix = query.endsWith('*')
  const found = index.search(prefix ? query.slice(0, -1) : query, {
    combineWith: 'AND',
    prefix,
    boost: { title: 4 },
    ...(category === undefined ? {} : { filter: (result) => result['category'] === category }),
  })
  return found.slice(0, 20).length === 0 ? 0 : found.length
})
const report: EngineReport = { items, buildSeconds, indexMegabytes, classes }
process.stdout.write(`${JSON.stringify(report)}\n`)
