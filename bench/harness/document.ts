import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Benchmark, Figure } from './benchmark.ts'
import type { Report } from './report.ts'
import { rounded } from './table.ts'

const ROOT = join(import.meta.dirname, '../..')
const DOCUMENT = join(ROOT, 'research/performance.md')
const BEGIN = '<!-- figures: written by `npm run bench -- --keep` -->'
const END = '<!-- end of figures -->'

/** Writes the kept figures of all benchmarks into research/performance.md, between its two marker comments. */
export function documentFigures(benchmarks: readonly Benchmark[]): void {
  const text = readFileSync(DOCUMENT, 'utf8')
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error(`${DOCUMENT}: restore the lines '${BEGIN}' and '${END}'`)
  writeFileSync(
    DOCUMENT,
    `${before}${BEGIN}\n\n${benchmarks.flatMap(section).join('\n\n')}\n\n${END}${after}`,
  )
}

function section({ name, description, table }: Benchmark): string[] {
  const file = join(ROOT, 'bench/results', `${name}.json`)
  if (!existsSync(file)) return []
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  const figures = table ? markdown(table(report.figures)) : figuresMarkdown(report.figures)
  return [`### ${name}\n\n${sentence(description)} ${provenance(report)}\n\n${figures}`]
}

/** A table with a column for the reference. */
function figuresMarkdown(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, unit, reference }) => {
    const ratio = reference ? `${rounded(value / reference.value)} of ${reference.name}` : ''
    return `| ${name} | ${rounded(value)} ${unit} | ${ratio} |`
  })
  return ['| what | figure | beside its reference |', '|---|---:|---|', ...rows].join('\n')
}

function markdown([header = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const columns = `|${header.map((_, column) => (column === 0 ? '---|' : '---:|')).join('')}`
  return [line(header), columns, ...rows.map(line)].join('\n')
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function provenance({ at, machine }: Report): string {
  return `${at.slice(0, 10)}, ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGigabytes} GiB, Node ${machine.node.slice(1)}, load ${machine.load}.`
}
