import { usePage } from '../page-context.ts'
import { clockTime, exactTime, relativeTime } from '../time-text.ts'

interface TimeProps {
  /** RFC 3339. */
  readonly at: string
  /** `relative`: how long ago; `clock`: the time of day. */
  readonly as?: 'relative' | 'clock'
}

/** A time as readers take it in at a glance, with the exact one on hover. */
export function Time({ at, as = 'relative' }: TimeProps) {
  const { now, words, timeZone } = usePage()
  const moment = Date.parse(at)
  return (
    <time dateTime={at} title={exactTime(moment, words, timeZone)}>
      {as === 'clock' ? clockTime(moment, words, timeZone) : relativeTime(moment, now, words, timeZone)}
    </time>
  )
}
