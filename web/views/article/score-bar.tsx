import type { Article } from '../../api/types.ts'
import { usePage } from '../../page-context.ts'

const WIDTH = 320
const HEIGHT = 10

/** Parts in the order of addition. Some may be negative. */
const PARTS = ['base', 'source', 'frequency', 'depth', 'coverage', 'engagement'] as const

/** Explains the article's score: its parts on one bar from 0 to 100, and in numbers. */
export function ScoreBar({ breakdown }: { readonly breakdown: Article['scoreBreakdown'] }) {
  const { words } = usePage()
  const { score, parts, values } = breakdown
  const number = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 })
  const signed = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  const why = {
    base: words.article.whyBase,
    source: words.article.whySource(number.format(values.weight)),
    frequency:
      values.frequency < 1
        ? words.article.whyRarely(number.format(1 / values.frequency))
        : words.article.whyOften(number.format(values.frequency)),
    depth: words.article.whyDepth(number.format(values.depth)),
    coverage: words.article.whyCoverage(number.format(values.coverage)),
    engagement: words.article.whyEngagement(number.format(values.engagement)),
  }
  let start = 0
  return (
    <details class="side-part why-here">
      <summary>{words.article.why}</summary>
      <p>
        {words.article.score} {number.format(score)}
      </p>
      <svg
        class="score-bar"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        width={WIDTH}
        height={HEIGHT}
      >
        <rect class="score-rest" width={WIDTH} height={HEIGHT} />
        {PARTS.map((name) => {
          // A negative part is not drawn; the parts after it start further left.
          const from = Math.max(0, start)
          start += parts[name]
          const width = Math.max(0, Math.min(start, score) - from)
          return (
            <rect
              key={name}
              class={`score-part score-${name}`}
              x={(from / 100) * WIDTH}
              width={(width / 100) * WIDTH}
              height={HEIGHT}
            />
          )
        })}
      </svg>
      <dl class="score-parts">
        {PARTS.map((name) => (
          <div key={name}>
            <dt>
              <svg class="score-key" width="10" height="10" aria-hidden="true">
                <rect class={`score-part score-${name}`} width="10" height="10" rx="2" />
              </svg>
              {why[name]}
            </dt>
            <dd>{name === 'base' ? number.format(parts[name]) : signed.format(parts[name])}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
