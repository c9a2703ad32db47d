import { percent } from './scale.ts'

export interface Share {
  readonly name: string
  readonly count: number
  /** Where its items are listed. */
  readonly href?: string | undefined
}

interface ShareBarsProps {
  /** What is shared, as the table's caption. */
  readonly caption: string
  /** Largest first. */
  readonly shares: readonly Share[]
  /** The whole; the shares may be less than it. */
  readonly total: number
  readonly words: { readonly name: string; readonly count: string; readonly share: string }
  readonly format: (count: number) => string
  readonly formatShare: (part: number) => string
}

/** Parts of a whole: a table with a bar beside each number. Bars are drawn against the largest part. */
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
