import { countText, shareText } from '../number-text.ts'
import type { Words } from '../words/words.ts'
import { percent } from './scale.ts'

export interface Share {
  readonly name: string
  readonly count: number
  /** Address of the list of its items. */
  readonly href?: string | undefined
}

interface ShareBarsProps {
  /** The table's caption. */
  readonly caption: string
  /** Largest first. */
  readonly shares: readonly Share[]
  /** The whole. The shares may add up to less. */
  readonly total: number
  readonly words: Words
}

/** Parts of a whole: a table with a bar beside each number. The largest part has the longest bar. */
export function ShareBars({ caption, shares, total, words }: ShareBarsProps) {
  const largest = Math.max(0, ...shares.map(({ count }) => count))
  return (
    <table class="chart-shares">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.stats.name}</th>
          <th scope="col">{words.stats.count}</th>
          <th scope="col">{words.stats.share}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ name, count, href }) => (
          <tr>
            <th scope="row" dir="auto">
              {href === undefined ? name : <a href={href}>{name}</a>}
            </th>
            <td class="chart-number">{countText(count, words)}</td>
            <td class="chart-share">
              <svg aria-hidden="true" width="100%" height="10">
                <rect class="chart-bar" width={percent(count, largest)} height="10" />
              </svg>
              <span>{shareText(total > 0 ? count / total : 0, words)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
