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
  readonly words: { readonly name: string; readonly count: string; readonly share: string }
  readonly format: (count: number) => string
  readonly formatShare: (part: number) => string
}

/** Parts of a whole: a table with a bar beside each number. The largest part has the longest bar. */
export function ShareBars({ caption, shares, total, words, format, formatShare }: ShareBarsProps) {
  const largest = Math.max(0, ...shares.map(({ count }) => count))
  return (
    <table class="chart-shares">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.count}</th>
          <th scope="col">{words.share}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ name, count, href }) => (
          <tr>
            <th scope="row" dir="auto">
              {href === undefined ? name : <a href={href}>{name}</a>}
            </th>
            <td class="chart-number">{format(count)}</td>
            <td class="chart-share">
              <svg aria-hidden="true" width="100%" height="10">
                <rect class="chart-bar" width={percent(count, largest)} height="10" />
              </svg>
              <span>{formatShare(total > 0 ? count / total : 0)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
