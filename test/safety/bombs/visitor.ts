// A process that visits what it is told to and says what came of it: so that what a visit costs is measured without
// the server's part, and a visit that kills its process kills no test.

import type { Source } from '../../../src/model/source.ts'
import { MINUTE_MS } from '../../../src/model/time.ts'
import { identifyEntries } from '../../../src/pipeline/identify/identify.ts'
import { entryContext, normalizeEntry } from '../../../src/pipeline/normalise/normalise.ts'
import { createCollector } from '../../../src/sources/sources.ts'
import { loadLanguages } from '../../../src/text/language/language.ts'

export interface Visited {
  /** What collecting gave; for a failure its code. */
  readonly outcome: string
  readonly entries: number
  /** Of the longest article once it is in our form, HTML, in characters. */
  readonly longest: number
  /** Of the first article. */
  readonly title: string
  readonly cpuMs: number
  /** Largest that the process ever was. */
  readonly peakBytes: number
}

const MAX_BYTES = 10_000_000

const NOTHING: Visited = { outcome: '', entries: 0, longest: 0, title: '', cpuMs: 0, peakBytes: 0 }

if (process.send !== undefined) {
  await loadLanguages()
  const collector = createCollector({
    allowAddresses: ['127.0.0.0/8'],
    maxBytes: MAX_BYTES,
    timeoutMs: 5 * MINUTE_MS,
  })
  process.on('message', (source: Source) => {
    visit(source).then(
      (visited) => process.send?.(visited),
      (cause: unknown) => process.send?.({ ...NOTHING, outcome: `threw ${String(cause)}` }),
    )
  })
  process.send({ ...NOTHING, outcome: 'ready' })

  async function visit(source: Source): Promise<Visited> {
    const before = process.cpuUsage()
    const collected = await collector.collect(source, undefined, new AbortController().signal)
    if (collected.kind !== 'entries') {
      const outcome = collected.kind === 'failed' ? collected.error.code : collected.kind
      return { ...NOTHING, outcome, ...costSince(before) }
    }
    const now = Date.now()
    const { entries, feed } = collected
    const context = entryContext(source, feed, entries, now)
    const drafts = identifyEntries(entries, source, feed).map(({ entry }) => normalizeEntry(entry, context))
    const longest = Math.max(0, ...drafts.map(({ contentHtml }) => contentHtml.length))
    const outcome = Reflect.has({}, 'polluted') ? 'prototypes polluted' : 'entries'
    const title = drafts[0]?.title ?? ''
    return { outcome, entries: drafts.length, longest, title, ...costSince(before) }
  }
}

function costSince(before: NodeJS.CpuUsage): Pick<Visited, 'cpuMs' | 'peakBytes'> {
  const { user, system } = process.cpuUsage(before)
  return {
    cpuMs: Math.round((user + system) / 1_000),
    peakBytes: process.resourceUsage().maxRSS * 1_024,
  }
}
