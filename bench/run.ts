import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchmark as changes } from './benchmarks/changes.ts'
import { benchmark as collect } from './benchmarks/collect.ts'
import { benchmark as engines } from './benchmarks/engines.ts'
import { benchmark as footprint } from './benchmarks/footprint.ts'
import { benchmark as million } from './benchmarks/million.ts'
import { benchmark as newsroom } from './benchmarks/newsroom.ts'
import { benchmark as page } from './benchmarks/page.ts'
import { benchmark as pages } from './benchmarks/pages.ts'
import { benchmark as searchEngines } from './benchmarks/search-engines.ts'
import { benchmark as searches } from './benchmarks/searches.ts'
import { benchmark as stories } from './benchmarks/stories.ts'
import { benchmark as storm } from './benchmarks/storm.ts'
import { benchmark as sustained } from './benchmarks/sustained.ts'
import type { Benchmark } from './harness/benchmark.ts'
import { BUILD_FOLDER, buildService } from './harness/build.ts'
import { documentFigures } from './harness/document.ts'
import { print } from './harness/print.ts'
import { reportOf, writeReport } from './harness/report.ts'
import { figureTable, textTable } from './harness/table.ts'

const BENCHMARKS: readonly Benchmark[] = [
  newsroom,
  collect,
  pages,
  page,
  searches,
  searchEngines,
  storm,
  stories,
  million,
  sustained,
  changes,
  engines,
  footprint,
]

/*
 * quick: a small run that checks whether the benchmarks work
 * keep: write the figures to bench/results/ and research/performance.md
 * list: list the benchmarks
 * fresh: make cached collections anew
 * built: reuse the last build
 * items, folder, only: for `million`, see research/performance.md
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
    items: { type: 'string' },
    folder: { type: 'string' },
    only: { type: 'string' },
  },
})
const unknown = positionals.filter((name) => !BENCHMARKS.some((each) => each.name === name))

if (values.list || unknown.length > 0) {
  if (unknown.length > 0) print(`Unknown benchmark: ${unknown.join(', ')}. Use one of these:`)
  for (const { name, description } of BENCHMARKS) print(`${name.padEnd(16)}${description}`)
  process.exitCode = unknown.length > 0 ? 2 : 0
} else {
  const isWanted = ({ name, isOnDemand }: Benchmark): boolean =>
    positionals.length === 0 ? isOnDemand !== true : positionals.includes(name)
  await runAll(BENCHMARKS.filter(isWanted))
}

async function runAll(benchmarks: readonly Benchmark[]): Promise<void> {
  const cache = join(tmpdir(), 'content-digest-bench')
  if (values.fresh) rmSync(cache, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  if (!values.built || !existsSync(BUILD_FOLDER)) buildService()
  for (const benchmark of benchmarks) {
    print(`${benchmark.name}: ${benchmark.description}`)
    const scratch = mkdtempSync(join(tmpdir(), 'content-digest-bench-'))
    try {
      const figures = await benchmark.run({
        scratch,
        cache,
        options: values,
        quick: values.quick,
        log: (line) => print(`  … ${line}`),
      })
      const report = reportOf(benchmark, figures, values.quick, new Date().toISOString())
      const table = benchmark.table ? textTable(benchmark.table(figures)) : figureTable(figures)
      print(`${table}\n  ${writeReport(report, values.keep)}\n`)
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  }
  if (values.keep) documentFigures(BENCHMARKS)
}
