import { countText, shortCount } from '../number-text.ts'
import { sum } from '../sum.ts'
import type { Words } from '../words/words.ts'
import { countScale, percent, rounded } from './scale.ts'

/** One bar: a UTC day. */
interface BarColumn {
  /** Under the bar: the day of the month. */
  readonly label: string
  /** Second line under the bar: the month's name where a month begins. */
  readonly group: string | undefined
  /** The full name, for the table and on hover. */
  readonly name: string
}

export interface BarSeries {
  readonly name: string
  /** One per day. */
  readonly values: readonly number[]
}

interface StackedBarsProps {
  /** Prefix of the ids within; unique on the page. */
  readonly id: string
  /** Text alternative in a sentence. */
  readonly label: string
  /** `YYYY-MM-DD`, in order. */
  readonly days: readonly string[]
  /** From bottom to top. */
  readonly series: readonly BarSeries[]
  readonly words: Words
  /** Height of the picture, px; default 260. */
  readonly height?: number
}

const HEIGHT = 260
const TOP = 22
const BOTTOM = 40

/** Share of a column's width that its bar takes. */
const BAR_PART = 0.76

/**
 * Stacked bars. Widths are percentages and heights are pixels, so the chart fits any width without a script, and its
 * text keeps its size. Totals are above the bars and in the legend, all numbers in the table below.
 */
export function StackedBars(props: StackedBarsProps) {
  const { id, label, days, series, words, height = HEIGHT } = props
  const columns = columnsOf(days, words)
  const plot = height - TOP - BOTTOM
  const totals = columns.map((_, at) => sum(series.map(({ values }) => values[at] ?? 0)))
  const scale = countScale(Math.max(0, ...totals))
  const y = (count: number) => rounded(TOP + plot * (1 - count / scale.max))
  return (
    <figure class="chart">
      {series.length > 1 && <Legend {...props} />}
      <div class="chart-plot">
        <Axis ticks={scale.ticks} y={y} height={height} words={words} />
        <svg class="chart-bars" role="img" aria-label={label} width="100%" height={height}>
          <Patterns id={id} />
          {scale.ticks.map((tick) => (
            <line class="chart-grid" x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
          ))}
          <line class="chart-base" x1="0" x2="100%" y1={y(0)} y2={y(0)} />
          {columns.map((column, at) => (
            <Bar {...props} column={column} at={at} total={totals[at] ?? 0} y={y} base={TOP + plot} />
          ))}
        </svg>
      </div>
      <NumbersTable {...props} columns={columns} totals={totals} />
    </figure>
  )
}

function columnsOf(days: readonly string[], { locale }: Words): BarColumn[] {
  const month = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
  const full = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return days.map((day, at) => {
    const moment = Date.parse(`${day}T00:00:00Z`)
    const begins = at === 0 || days[at - 1]?.slice(0, 7) !== day.slice(0, 7)
    return {
      label: String(Number(day.slice(8))),
      group: begins ? month.format(moment) : undefined,
      name: full.format(moment),
    }
  })
}

interface BarProps extends StackedBarsProps {
  readonly column: BarColumn
  readonly at: number
  readonly total: number
  readonly y: (count: number) => number
  /** Lower end of the bars, px from the top. */
  readonly base: number
}

interface AxisProps {
  readonly ticks: readonly number[]
  readonly y: (count: number) => number
  readonly height: number
  readonly words: Words
}

/** Width of the axis, px: room for `100k`. */
const AXIS_WIDTH = 34

/** A separate picture, which keeps its width when the plot's changes. */
function Axis({ ticks, y, height, words }: AxisProps) {
  return (
    <svg aria-hidden="true" width={AXIS_WIDTH} height={height}>
      {ticks.map((tick) => (
        <text class="chart-tick" x={AXIS_WIDTH - 6} y={y(tick) + 4}>
          {shortCount(tick, words)}
        </text>
      ))}
    </svg>
  )
}

function Bar({ id, days, series, column, at, total, y, base, words }: BarProps) {
  const step = 1 / Math.max(1, days.length)
  const left = (at + (1 - BAR_PART) / 2) * step
  const middle = percent((at + 0.5) * step, 1)
  let below = 0
  return (
    <g>
      {series.map(({ name, values }, seriesAt) => {
        const value = values[at] ?? 0
        if (value === 0) return null
        const [bottom, top] = [y(below), y((below += value))]
        return (
          <rect
            class="chart-segment"
            x={percent(left, 1)}
            y={top}
            width={percent(BAR_PART * step, 1)}
            height={rounded(bottom - top)}
            fill={patternFill(id, seriesAt)}
          >
            <title>{`${column.name}, ${name}: ${countText(value, words)}`}</title>
          </rect>
        )
      })}
      {total > 0 && (
        <text class="chart-total" x={middle} y={y(total) - 5}>
          {shortCount(total, words)}
        </text>
      )}
      <text class="chart-column" x={middle} y={base + 16}>
        {column.label}
      </text>
      {column.group !== undefined && (
        <text class="chart-group" x={middle} y={base + 32}>
          {column.group}
        </text>
      )}
    </g>
  )
}

/** Colour, pattern and total of each series. */
function Legend({ id, series, words }: StackedBarsProps) {
  return (
    <ul class="chart-legend">
      {series.map(({ name, values }, at) => (
        <li>
          <svg aria-hidden="true" width="16" height="16">
            <rect class="chart-segment" width="16" height="16" fill={patternFill(id, at)} />
          </svg>
          {name} <b>{countText(sum(values), words)}</b>
        </li>
      ))}
    </ul>
  )
}

interface NumbersProps extends StackedBarsProps {
  readonly columns: readonly BarColumn[]
  readonly totals: readonly number[]
}

function NumbersTable({ columns, series, totals, words }: NumbersProps) {
  return (
    <details class="chart-numbers">
      <summary>{words.stats.numbers}</summary>
      <div class="chart-scroll" tabIndex={0} role="group" aria-label={words.stats.numbers}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.stats.day}</th>
              {series.map(({ name }) => (
                <th scope="col">{name}</th>
              ))}
              <th scope="col">{words.stats.total}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name }, at) => (
              <tr>
                <th scope="row">{name}</th>
                {series.map(({ values }) => (
                  <td>{countText(values[at] ?? 0, words)}</td>
                ))}
                <td>{countText(totals[at] ?? 0, words)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** Series that can be distinguished by pattern. */
export const PATTERN_COUNT = 8

/** Side of a pattern's tile, px. */
const TILE = 8

/** The pattern over a series' colour. The first series has none. */
const PATTERNS: readonly (string | undefined)[] = [
  undefined,
  'M-2 2 2-2M0 8 8 0M6 10 10 6',
  'M2 2h.01M6 6h.01',
  'M0 2H8M0 6H8',
  'M0 0 8 8M8 0 0 8',
  'M2 0V8M6 0V8',
  'M-2 6 2 10M0 0 8 8M6-2 10 2',
  'M0 4H4M4 0V4M4 4V8M4 4H8',
]

/** Fills for `PATTERN_COUNT` series, with colour and pattern, since some readers cannot distinguish the colours. */
function Patterns({ id }: { readonly id: string }) {
  return (
    <defs>
      {PATTERNS.map((shape, at) => (
        <pattern id={patternId(id, at)} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
          <rect class={`chart-colour-${at + 1}`} width={TILE} height={TILE} />
          {shape !== undefined && <path class="chart-mark" d={shape} />}
        </pattern>
      ))}
    </defs>
  )
}

/** The `fill` of the series at `at`. Patterns repeat after the last. */
function patternFill(id: string, at: number): string {
  return `url(#${patternId(id, at % PATTERN_COUNT)})`
}

function patternId(id: string, at: number): string {
  return `${id}-pattern-${at + 1}`
}
