import type { Story } from '../../api/types.ts'
import { spanText } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import { Time } from '../../parts/time.tsx'

const WIDTH = 320
const HEIGHT = 48

const MIN_REPORTS = 5
const MIN_SLICES = 3

/** The growth of a story: reports in 24 equal parts of its life, if there are enough for a curve. */
export function Growth({
  story,
}: {
  readonly story: Pick<Story, 'series' | 'firstItemAt' | 'lastItemAt' | 'itemCount'>
}) {
  const { words } = usePage()
  const { series, firstItemAt, lastItemAt } = story
  // With fewer points, the times of the reports below say as much.
  if (story.itemCount < MIN_REPORTS || series.filter((count) => count > 0).length < MIN_SLICES) return null
  const top = Math.max(1, ...series)
  const step = WIDTH / series.length
  const sliceMs = (Date.parse(lastItemAt) - Date.parse(firstItemAt)) / series.length
  const span = spanText(sliceMs / 1000, words)
  return (
    <figure class="growth side-part">
      <figcaption class="label">{words.story.growth}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.story.growthDescription(top, span)}
      >
        <line class="growth-base" x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
        {series.map((count, at) => {
          const height = (count / top) * (HEIGHT - 2)
          return (
            <rect
              key={at}
              class="growth-bar"
              x={at * step + 1}
              y={HEIGHT - height}
              width={step - 2}
              height={height}
            >
              <title>{words.item.items(count)}</title>
            </rect>
          )
        })}
      </svg>
      <p class="growth-axis">
        <Time at={firstItemAt} as="date" />
        <Time at={lastItemAt} as="date" />
      </p>
    </figure>
  )
}
