import { rounded } from './scale.ts'

interface DayBarsProps {
  /** Daily counts, oldest first. */
  readonly values: readonly number[]
  /** Text alternative with the numbers. */
  readonly label: string
}

const WIDTH = 96
const HEIGHT = 24
const GAP = 1

/** A row of bars, one text line high. The last bar is lighter: its day is not over. */
export function DayBars({ values, label }: DayBarsProps) {
  const largest = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length)
  return (
    <svg class="chart-days" role="img" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT}>
      <title>{label}</title>
      <path class="chart-base" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
      {values.map((value, at) => {
        // The smallest count above 0 must be visible.
        const height = value === 0 ? 0 : Math.max(1.5, (value / largest) * (HEIGHT - 1))
        return (
          <rect
            class={at === values.length - 1 ? 'chart-bar chart-bar-last' : 'chart-bar'}
            x={rounded(at * step)}
            y={rounded(HEIGHT - height)}
            width={rounded(Math.max(1, step - GAP))}
            height={rounded(height)}
          />
        )
      })}
    </svg>
  )
}
