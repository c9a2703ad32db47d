import type { Collected } from '../domain/entry.ts'
import { publicUrl } from '../domain/public-url.ts'
import type { SourceEvent } from '../domain/source-event.ts'
import { FIRST_STANDING, type Standing } from '../domain/standing.ts'
import { FAILING_ERRORS } from '../store/health.ts'

/** A source before or after a visit. */
export interface SourceCourse {
  readonly consecutiveErrors: number
  readonly standing?: Standing | undefined
}

/**
 * What an operator wants to hear of a visit: that the source broke, recovered, or moved. One bad hour is not
 * worth telling.
 */
export function sourceEvents(
  before: SourceCourse,
  after: SourceCourse,
  collected: Collected,
): readonly SourceEvent[] {
  const [was, is] = [conditionOf(before), conditionOf(after)]
  const events: SourceEvent[] = []
  if (was !== is) {
    if (is === 'well') events.push({ kind: 'recovered', code: null, message: '' })
    else if (collected.kind === 'failed') events.push({ kind: is, ...collected.error })
  }
  const keptUrl = after.standing?.keptUrl ?? null
  if (keptUrl !== null && keptUrl !== before.standing?.keptUrl) {
    events.push({ kind: 'moved', code: null, message: `it is now visited at ${publicUrl(keptUrl)}` })
  }
  return events
}

function conditionOf({
  consecutiveErrors,
  standing = FIRST_STANDING,
}: SourceCourse): 'well' | 'failing' | 'gone' {
  if (standing.goneSince !== null) return 'gone'
  return consecutiveErrors >= FAILING_ERRORS ? 'failing' : 'well'
}
