import type { VisitError } from '../domain/source.ts'
import type { Visit } from '../jobs/visit-source.ts'

/** What one run of `collect` did: the shape that `--json` prints. */
export interface CollectSummary {
  readonly visited: number
  readonly entries: number
  readonly added: number
  readonly edited: number
  /** Articles known from another source that were seen in one more. */
  readonly sighted: number
  readonly unchanged: number
  readonly failed: number
  readonly seconds: number
  readonly failures: readonly { readonly source: string; readonly code: string; readonly message: string }[]
}

/** What counts of a visit: its entries with their texts would fill the memory. */
export interface VisitTold extends Pick<Visit, 'sourceId' | 'added' | 'edited' | 'sighted'> {
  readonly outcome: Visit['collected']['kind']
  readonly entries: number
  readonly error: VisitError | undefined
}

export function toldOf({ sourceId, added, edited, sighted, collected }: Visit): VisitTold {
  return {
    sourceId,
    added,
    edited,
    sighted,
    outcome: collected.kind,
    entries: collected.kind === 'entries' ? collected.entries.length : 0,
    error: collected.kind === 'failed' ? collected.error : undefined,
  }
}

/** @param unsaved visits whose result could not be stored */
export function collectSummary(
  visits: readonly VisitTold[],
  unsaved: readonly { readonly source: string; readonly message: string }[],
  elapsedMs: number,
): CollectSummary {
  const failures = visits.flatMap(({ sourceId, error }) =>
    error === undefined ? [] : [{ source: sourceId, ...error }],
  )
  return {
    visited: visits.length + unsaved.length,
    entries: sum(visits, ({ entries }) => entries),
    added: sum(visits, ({ added }) => added),
    edited: sum(visits, ({ edited }) => edited),
    sighted: sum(visits, ({ sighted }) => sighted),
    unchanged: visits.filter(({ outcome }) => outcome === 'unchanged').length,
    failed: failures.length + unsaved.length,
    seconds: Math.round(elapsedMs / 10) / 100,
    failures: [
      ...failures,
      ...unsaved.map(({ source, message }) => ({ source, code: 'storeFailed', message })),
    ].toSorted((a, b) => a.source.localeCompare(b.source)),
  }
}

/** The summary for people, ending with a newline. */
export function summaryTable(summary: CollectSummary): string {
  const rows: [string, number][] = [
    ['visited', summary.visited],
    ['new items', summary.added],
    ['edited', summary.edited],
    ['seen in one more source', summary.sighted],
    ['unchanged', summary.unchanged],
    ['failed', summary.failed],
  ]
  const width = Math.max(...rows.map(([label]) => label.length))
  const lines = rows.map(([label, count]) => `${label.padEnd(width)}  ${String(count).padStart(8)}`)
  lines.push(`in ${summary.seconds} s`)
  if (summary.failures.length > 0) {
    const widest = Math.max(...summary.failures.map(({ source }) => source.length))
    lines.push('', 'failed, and why:')
    for (const { source, code, message } of summary.failures) {
      lines.push(`  ${source.padEnd(widest)}  ${code}: ${message}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0)
}
