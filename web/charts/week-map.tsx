import { DAY_MS } from '../../src/model/time.ts'
import { countText, shortCount } from '../number-text.ts'
import type { Words } from '../words/words.ts'
import { levelOf } from './scale.ts'

interface WeekMapProps {
  /** 168 counts, Monday 00:00 first. */
  readonly counts: readonly number[]
  readonly words: Words
}

/** Any Monday, for the names of weekdays. Epoch ms. */
const MONDAY = Date.UTC(2026, 0, 5)

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const LEVELS = 5

/**
 * The hours of a week as a table, with a count and a shade in each cell. In a narrow window the styles show days as
 * columns; that layout would hide the table from screen readers, so the roles are explicit.
 */
export function WeekMap({ counts, words }: WeekMapProps) {
  const largest = Math.max(0, ...counts)
  const short = new Intl.DateTimeFormat(words.locale, { weekday: 'short', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat(words.locale, { weekday: 'long', timeZone: 'UTC' })
  const days = Array.from({ length: 7 }, (_, day) => MONDAY + day * DAY_MS)
  return (
    <table class="chart-week" role="table" aria-label={words.stats.weekLabel}>
      <tbody role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {words.stats.hour}
          </th>
          {HOURS.map((hour) => (
            <th role="columnheader" scope="col">
              {String(hour).padStart(2, '0')}
            </th>
          ))}
        </tr>
        {days.map((at, day) => (
          <tr role="row">
            <th role="rowheader" scope="row">
              <abbr title={long.format(at)}>{short.format(at)}</abbr>
            </th>
            {HOURS.map((hour) => {
              const count = counts[day * HOURS.length + hour] ?? 0
              const hourName = `${String(hour).padStart(2, '0')}:00`
              return (
                <td
                  role="cell"
                  class={`chart-heat-${levelOf(count, largest, LEVELS)}`}
                  title={`${long.format(at)}, ${hourName}: ${countText(count, words)}`}
                >
                  {shortCount(count, words)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
