import type { EpochMs } from '../domain/time.ts'
import type { SourceFinding } from './check-live.ts'
import { inTime, printable } from './tell.ts'

/** What was found, a line a source, for people; ends with a newline. */
export function liveReport(findings: readonly SourceFinding[], now: EpochMs): string {
  const width = Math.max(0, ...findings.map(({ id }) => id.length))
  const lines = findings.flatMap((finding) => {
    const line = `${MARKS[finding.status]}  ${finding.id.padEnd(width)}  ${told(finding, now)}`
    const moved = `         ${' '.repeat(width)}moved to ${String(finding.movedTo)}`
    return finding.movedTo === null ? [line] : [line, moved]
  })
  const count = (status: SourceFinding['status']): number =>
    findings.filter((finding) => finding.status === status).length
  lines.push(
    `${findings.length} sources visited: ${count('ok')} ok, ${count('empty')} without entries, ${count('failed')} failed`,
  )
  return `${lines.map(printable).join('\n')}\n`
}

const MARKS: Readonly<Record<SourceFinding['status'], string>> = {
  ok: 'ok   ',
  empty: 'empty',
  failed: 'FAIL ',
}

function told(finding: SourceFinding, now: EpochMs): string {
  const { error, title, entries, newestAt, latencyMs } = finding
  const answer =
    finding.httpStatus === null ? `after ${latencyMs} ms` : `${finding.httpStatus} in ${latencyMs} ms`
  if (error !== null) return `${error.code}: ${error.message} (${answer})`
  const newest = newestAt === null ? 'without times' : `newest ${inTime(Date.parse(newestAt), now)}`
  return `${entries} entries, ${newest}, ${answer}, ${title === null ? 'untitled' : `"${title}"`}`
}
