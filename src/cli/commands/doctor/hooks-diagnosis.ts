import type { Hook, HookState } from '../../../model/hook.ts'
import type { EpochMs } from '../../../model/time.ts'
import { printable, relativeTime } from '../../terminal.ts'

/** What is wrong with a hook. */
export interface HookFinding {
  readonly name: string
  /** `resting`: nothing is sent until it is resumed. `failing`: it is tried again. */
  readonly condition: 'resting' | 'failing'
  readonly since: EpochMs | null
  readonly consecutiveFailures: number
  readonly nextAt: EpochMs | null
  readonly why: string
  /** What the operator can do. */
  readonly advice: string
}

/** Finds the hooks of the settings that are not accepted, the resting ones first. */
export function diagnoseHooks(
  hooks: readonly Pick<Hook, 'name'>[],
  states: readonly HookState[],
): readonly HookFinding[] {
  const known = new Set(hooks.map(({ name }) => name))
  const troubled = states.filter(
    ({ name, isResting, failures }) => known.has(name) && (isResting || failures > 0),
  )
  return troubled
    .toSorted((a, b) => Number(b.isResting) - Number(a.isResting))
    .map(({ name, isResting, failures, failingSince, nextAt, error }) => ({
      name,
      condition: isResting ? 'resting' : 'failing',
      since: failingSince,
      consecutiveFailures: failures,
      nextAt,
      why: error ?? '',
      advice: isResting
        ? `Nothing is lost. Correct what is wrong, try it with content-digest hooks test ${name}, then run content-digest hooks resume ${name}.`
        : 'Nothing is lost, and it is tried again for a day.',
    }))
}

/** The findings for people; empty if there are none. */
export function hooksReport(findings: readonly HookFinding[], now: EpochMs): string {
  const lines = findings.flatMap(({ name, condition, since, consecutiveFailures, nextAt, why, advice }) => [
    '',
    `${condition.toUpperCase().padEnd(9)} hook ${name}`,
    `  why     ${why}`,
    `  so far  not accepted ${consecutiveFailures} times in a row, since ${relativeTime(since ?? now, now)}${
      nextAt === null ? '' : `; next attempt ${relativeTime(nextAt, now)}`
    }`,
    `  do      ${advice}`,
  ])
  return lines.map((line) => `${printable(line)}\n`).join('')
}
