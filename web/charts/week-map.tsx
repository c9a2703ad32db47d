import { levelOf } from './scale.ts'

interface WeekMapProps {
  /** Describes the picture in a sentence. */
  readonly label: string
  /** 168 counts, Monday 00:00 first. */
  readonly counts: readonly number[]
  /** Monday first. */
  readonly days: readonly { readonly short: string; readonly name: string }[]
  readonly words: { readonly hour: string }
  readonly format: (count: number) => string
  readonly formatShort: (count: number) => string
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const LEVELS = 5

/**
 * The hours of a week as a table. Each cell has its count and a shade for it. In a narrow window the styles show
 * the days as columns. That layout would remove the table's meaning for screen readers, so the roles are explicit.
 */
export function WeekMap({ label, counts, days, words, format, formatShort }: WeekMapProps) {
  const largest = Math.max(0, ...counts)
  return (
    <table class="chart-week" role="table" aria-label={label}>
      <tbody role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {words.hour}
          </th>
          {HOURS.map((hour) => (
            <th role="columnheader" scope="col">
              {String(hour).padStart(2, '0')}
            </th>
          ))}
        </tr>
        {days.map(({ short, name }, day) => (
          <tr role="row">
            <th role="rowheader" scope="row">
              <abbr title={name}>{short}</abbr>
            </th>
            {HOURS.map((hour) => {
              const count = counts[day * HOURS.length + hour] ?? 0
              const hourName = `${String(hour).padStart(2, '0')}:00`
              return (
                <td
                  role="cell"
                  class={`chart-heat-${levelOf(count, largest, LEVELS)}`}
                  title={`${name}, ${hourName}: ${format(count)}`}
                >
                  {formatShort(count)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
