import { isOfNetwork } from '../../../model/advice.ts'
import type { Delivery } from '../../../model/digest.ts'
import { groupBy } from '../../../model/group-by.ts'
import { MACHINE_TEXTS } from '../../../model/machine.ts'
import type { EpochMs } from '../../../model/time.ts'
import { printable, relativeTime } from '../../terminal.ts'
import { NO_SOURCES } from '../sources/left-sources.ts'
import type { Diagnosis, Finding, HookFinding } from './diagnosis.ts'

/** The diagnosis for people. Ends with a newline. */
export function doctorReport(
  diagnosis: Diagnosis,
  now: EpochMs,
  undelivered: readonly Delivery[] = [],
): string {
  const { sources, well, findings, idleSince, machine } = diagnosis
  if (sources === 0) return NO_SOURCES
  const lines = [
    [`${well} of ${sources} sources are well`, countsReport(findings)].filter(Boolean).join('; '),
  ]
  if (idleSince !== null) {
    lines.push(
      '',
      `NOTHING IS VISITED: the last visit was ${relativeTime(idleSince, now)}. Is content-digest serve running?`,
    )
  }
  for (const { part, message } of machine) {
    const { said, advice } = MACHINE_TEXTS[part]
    lines.push(...paragraph('machine', said, { why: message, advice }))
  }
  const ofNetwork = machine.some(({ part }) => part === 'network' || part === 'clock')
    ? findings.filter(isOfNetwork)
    : []
  if (ofNetwork.length > 0) {
    const ids = ofNetwork.map(({ id }) => id).join(', ')
    lines.push(...heading('unreached', `${ofNetwork.length} sources, mostly for that reason: ${ids}`))
  }
  const others = findings.filter((found) => !ofNetwork.includes(found))
  for (const alike of groupBy(others, (found) => `${found.condition} ${withoutId(found)}`).values())
    lines.push(...groupLines(alike, now))
  for (const delivery of undelivered) lines.push(...undeliveredLines(delivery))
  return `${lines.map(printable).join('\n')}\n`
}

/** The findings for people; empty if there are none. */
export function hooksReport(findings: readonly HookFinding[], now: EpochMs): string {
  const lines = findings.flatMap(({ name, condition, since, consecutiveFailures, nextAt, ...why }) => {
    const next = nextAt === null ? '' : `; next attempt ${relativeTime(nextAt, now)}`
    const soFar = `not accepted ${times(consecutiveFailures)}, since ${relativeTime(since ?? now, now)}${next}`
    return paragraph(condition, `hook ${name}`, { ...why, soFar })
  })
  return lines.map((line) => `${printable(line)}\n`).join('')
}

/** How many sources are in each condition, worst first: `2 gone, 1 silent`. */
function countsReport(findings: readonly Finding[]): string {
  const counts = [...groupBy(findings, ({ condition }) => condition)]
  return counts.map(([condition, found]) => `${found.length} ${condition}`).join(', ')
}

/** The advice, without the id that ends it where it is a command. */
function withoutId({ id, advice }: Finding): string {
  return advice.endsWith(` ${id}`) ? advice.slice(0, -id.length) : advice
}

/** Sources of the same condition and advice: one in full, several under one advice, with a line each if they differ. */
function groupLines(alike: readonly Finding[], now: EpochMs): string[] {
  const [first] = alike
  if (first === undefined) return []
  const { condition, advice, nextVisitAt } = first
  if (alike.length === 1) {
    const next = nextVisitAt === null ? undefined : `next visit ${relativeTime(nextVisitAt, now)}`
    const history = [...historyOf(first, now), ...(next === undefined ? [] : [next])]
    const soFar = condition === 'new' ? undefined : history.join('; ')
    return paragraph(condition, nameOf(first), { why: whyOf(first), soFar, advice })
  }
  const general = withoutId(first)
  const ids = alike.map(({ id }) => id)
  const all = general === advice ? general : general + ids.join(' ')
  const details = alike.map((found) => {
    const history = found.consecutiveErrors > 0 ? historyOf(found, now) : []
    return [whyOf(found), ...history].join('; ')
  })
  const [detail = '', ...others] = new Set(details)
  const of = `${alike.length} sources`
  if (others.length === 0)
    return [...paragraph(condition, of, { why: detail, advice: all }), `  which   ${ids.join(', ')}`]
  return [
    ...heading(condition, of),
    `  do      ${all}`,
    ...alike.map((found, index) => `  - ${nameOf(found)}: ${details[index]}`),
  ]
}

function nameOf({ id, name }: Finding): string {
  return name === id ? id : `${id} (${name})`
}

function whyOf({ code, why }: Finding): string {
  return code === null ? why : `${code}: ${why}`
}

function historyOf({ consecutiveErrors, lastSuccessAt }: Finding, now: EpochMs): string[] {
  const failed = consecutiveErrors > 0 ? [`failed ${times(consecutiveErrors)}`] : []
  const succeeded =
    lastSuccessAt === null ? 'never succeeded' : `last succeeded ${relativeTime(lastSuccessAt, now)}`
  return [...failed, succeeded]
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times in a row`
}

function undeliveredLines({ digest, date, target, state, error }: Delivery): string[] {
  const advice: Record<Exclude<Delivery['state'], 'sent'>, string> = {
    pending: 'Wait: it is tried again. If the reason stays, check the settings of mail.',
    refused: `Correct the address in digest.yaml, then: content-digest digest send ${digest}`,
    failed: `See the settings of mail, then: content-digest digest send ${digest}`,
  }
  return paragraph('not sent', `digest ${digest}, the edition of ${date}, to ${target}`, {
    why: error ?? 'the attempt did not end',
    advice: state === 'sent' ? '' : advice[state],
  })
}

/** The line of a condition, after an empty line. */
function heading(condition: string, of: string): string[] {
  return ['', `${condition.toUpperCase().padEnd(9)} ${of}`]
}

/** Condition, reason and advice, after an empty line. */
function paragraph(
  condition: string,
  of: string,
  {
    why,
    soFar,
    advice,
  }: { readonly why: string; readonly soFar?: string | undefined; readonly advice: string },
): string[] {
  return [
    ...heading(condition, of),
    `  why     ${why}`,
    ...(soFar === undefined ? [] : [`  so far  ${soFar}`]),
    `  do      ${advice}`,
  ]
}
