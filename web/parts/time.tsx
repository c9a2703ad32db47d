import { DAY_MS } from '../../src/model/time.ts'
import type { Item } from '../api/types.ts'
import { type PageContext, usePage } from '../page-context.ts'
import { clockTime, dateText, exactTime, isDated, relativeTime, shortDate } from '../time-text.ts'

interface TimeProps {
  /** RFC 3339. */
  readonly at: string
  /** `relative`: elapsed time; `clock`: time of day, after 24 hours the date; `date`: date and time. */
  readonly as?: keyof typeof TEXTS
}

/** A time in a short form, with the exact time on hover. */
export function Time({ at, as = 'relative' }: TimeProps) {
  const { now, words, timeZone } = usePage()
  const moment = Date.parse(at)
  return (
    <time dateTime={at} title={exactTime(moment, words, timeZone)}>
      {TEXTS[as](moment, { now, words, timeZone })}
    </time>
  )
}

interface ItemTimeProps {
  readonly item: Pick<Item, 'publishedAt' | 'firstSeenAt'>
  readonly as?: TimeProps['as']
}

/** When an item was published or, if its source states no time, when it was found. */
export function ItemTime({ item, as = 'relative' }: ItemTimeProps) {
  const { words } = usePage()
  const time = <Time at={item.publishedAt} as={as} />
  if (isDated(item)) return time
  return (
    <span title={words.item.undated}>
      {words.item.found} {time}
    </span>
  )
}

type Around = Pick<PageContext, 'now' | 'words' | 'timeZone'>

const TEXTS = {
  relative: (at: number, { now, words, timeZone }: Around) => relativeTime(at, now, words, timeZone),
  clock: (at: number, { now, words, timeZone }: Around) =>
    now - at < DAY_MS ? clockTime(at, words, timeZone) : shortDate(at, words, timeZone),
  date: (at: number, { words, timeZone }: Around) =>
    `${dateText(at, words, timeZone)}, ${clockTime(at, words, timeZone)}`,
} as const
