import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { fileURLToPath } from 'node:url'

/** What an answer's time is spent on. `serving` is HTTP, reading the request and the runtime itself. */
const PARTS = ['finding', 'reading', 'highlighting', 'encoding', 'serving', 'garbage'] as const
type Part = (typeof PARTS)[number]

/** The part of a source file. The first pattern that matches counts. */
const PART_OF_FILE: readonly (readonly [RegExp, Part])[] = [
  [/^src\/search\/highlight\//, 'highlighting'],
  [/^src\/(search|store\/columns)\//, 'finding'],
  [/^src\/store\//, 'reading'],
  [/^src\/api\/(answer|bodies|routes\/search)/, 'encoding'],
]

/** Shares of the time of a profile, without idle time and the profiler's own. A function counts for the nearest caller whose file has a part. */
export function partsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<Part, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const partOf = (id: number | undefined): Part | undefined => {
    const node = id === undefined ? undefined : byId.get(id)
    if (node === undefined) return 'serving'
    const { functionName, url } = node.callFrame
    if (functionName === '(idle)' || url === 'node:inspector') return undefined
    if (functionName === '(garbage collector)') return 'garbage'
    const file = sourceOf(node.callFrame)
    return PART_OF_FILE.find(([pattern]) => pattern.test(file))?.[1] ?? partOf(parents.get(node.id))
  }
  const times = new Map<Part, number>(PARTS.map((part) => [part, 0]))
  let whole = 0
  for (const [at, id] of samples.entries()) {
    const part = partOf(id)
    if (part === undefined) continue
    const time = timeDeltas[at] ?? 0
    times.set(part, (times.get(part) ?? 0) + time)
    whole += time
  }
  return new Map([...times].map(([part, time]) => [part, time / whole]))
}

const sourcesByUrl = new Map<string, string[]>()

/** The file of `src/` that a function was built from: the build writes its name above its code. */
function sourceOf({ url, lineNumber }: Profiler.Profile['nodes'][number]['callFrame']): string {
  if (!url.startsWith('file:')) return ''
  let sources = sourcesByUrl.get(url)
  if (sources === undefined) {
    let source = ''
    sources = readFileSync(fileURLToPath(url), 'utf8')
      .split('\n')
      .map((line) => (source = /^\/\/ ((?:src|node_modules)\/\S+)$/.exec(line)?.[1] ?? source))
    sourcesByUrl.set(url, sources)
  }
  return sources[lineNumber] ?? ''
}
