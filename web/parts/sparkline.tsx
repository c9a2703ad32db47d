interface SparklineProps {
  /** Counts of equal slices of time, oldest first. */
  readonly series: readonly number[]
  readonly width?: number
  readonly height?: number
}

/** A small curve without axes. It shows only the shape; the text beside it gives the numbers. */
export function Sparkline({ series, width = 72, height = 20 }: SparklineProps) {
  const top = Math.max(1, ...series)
  const step = series.length > 1 ? width / (series.length - 1) : width
  const points = series.map(
    (count, at) => `${round(at * step)},${round(height - 1 - (count / top) * (height - 3))}`,
  )
  return (
    <svg
      class="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <polygon class="sparkline-area" points={`0,${height} ${points.join(' ')} ${width},${height}`} />
      <polyline class="sparkline-line" points={points.join(' ')} />
    </svg>
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
