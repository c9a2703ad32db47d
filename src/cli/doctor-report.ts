import { type EpochMs, toIsoOrNull } from '../domain/time.ts'
import { type Diagnosis, type Finding, isIll } from './diagnose.ts'
import { inTime, printable } from './tell.ts'

/** The diagnosis for people; ends with a newline. */
export function doctorReport(diagnosis: Diagnosis, now: EpochMs): string {
  const { sources, well, findings, idleSince } = diagnosis
  const lines = [`${well} of ${sources} sources are well`]
  if (idleSince !== null) {
    lines.push(
      '',
      `NOTHING IS VISITED: the last visit was ${inTime(idleSince, now)}. Is content-digest serve running?`,
    )
  }
  for (const found of findings) lines.push('', ...paragraph(found, now))
  return `${lines.map(printable).join('\n')}\n`
}

function paragraph(found: Finding, now: EpochMs): string[] {
  const { ailment, id, name, why, code, advice, consecutiveErrors, lastSuccessAt, nextVisitAt } = found
  const course = [
    consecutiveErrors > 0 ? `failed ${times(consecutiveErrors)} in a row` : undefined,
    lastSuccessAt === null ? 'never went well' : `last went well ${inTime(lastSuccessAt, now)}`,
    nextVisitAt === null ? undefined : `next visit ${inTime(nextVisitAt, now)}`,
  ].filter((part) => part !== undefined)
  return [
    `${ailment.toUpperCase().padEnd(9)} ${id}${name === id ? '' : ` (${name})`}`,
    `  why     ${code === null ? '' : `${code}: `}${why}`,
    ...(ailment === 'new' ? [] : [`  so far  ${course.join('; ')}`]),
    `  do      ${advice}`,
  ]
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** The diagnosis for programs, as `doctor --json` prints it. */
export function doctorJson(diagnosis: Diagnosis, now: EpochMs): string {
  const { sources, well, idleSince, findings } = diagnosis
  const body = {
    checkedAt: toIsoOrNull(now),
    healthy: !isIll(diagnosis),
    sources,
    well,
    idleSince: toIsoOrNull(idleSince),
    findings: findings.map((found) => ({
      ...found,
      lastSuccessAt: toIsoOrNull(found.lastSuccessAt),
      nextVisitAt: toIsoOrNull(found.nextVisitAt),
    })),
  }
  return `${JSON.stringify(body, null, 2)}\n`
}
