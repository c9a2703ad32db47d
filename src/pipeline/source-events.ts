import type { FetchResult } from '../model/entry.ts'
import { type SourceEvent, INITIAL_LOCATION, type SourceLocation } from '../model/source.ts'
import { FAILING_ERRORS } from '../store/health.ts'
import { publicUrl } from '../url/public-url.ts'

/** A source before or after a visit. */
export interface SourceCondition {
  readonly consecutiveErrors: number
  readonly location?: SourceLocation | undefined
}

/**
 * Events of a visit for operators: the source failed, recovered, or moved. One bad hour is no event.
 */
export function sourceEvents(
  before: SourceCondition,
  after: SourceCondition,
  collected: FetchResult,
): readonly SourceEvent[] {
  const [was, is] = [conditionOf(before), conditionOf(after)]
  const events: SourceEvent[] = []
  if (was !== is) {
    if (is === 'ok') events.push({ kind: 'recovered', code: null, message: '' })
    else if (collected.kind === 'failed') events.push({ kind: is, ...collected.error })
  }
  const movedTo = after.location?.movedTo ?? null
  if (movedTo !== null && movedTo !== before.location?.movedTo) {
    events.push({ kind: 'moved', code: null, message: `it is now visited at ${publicUrl(movedTo)}` })
  }
  return events
}

function conditionOf({
  consecutiveErrors,
  location = INITIAL_LOCATION,
}: SourceCondition): 'ok' | 'failing' | 'gone' {
  if (location.goneSince !== null) return 'gone'
  return consecutiveErrors >= FAILING_ERRORS ? 'failing' : 'ok'
}
