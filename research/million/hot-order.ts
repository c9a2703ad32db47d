import { EVERYTHING, type CursorPosition } from '../../src/model/filter.ts'
import type { ScoreParts } from '../../src/model/item.ts'
import { hotKey, qualityOf, scoreBreakdown, scoreOf } from '../../src/model/score.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/model/time.ts'
import { Columns } from '../../src/store/columns/columns.ts'
import { Selector } from '../../src/store/columns/select.ts'
import { randomOf } from '../../test/random.ts'

const HALF_LIFE_MS = 12 * HOUR_MS
const MONTH_END = Date.UTC(2026, 2, 1)
const PAGE = 500

/** Tolerance in half-lives, equal to 4 µs: smaller differences are rounding errors. */
const SAME = 1e-10

/** Result of comparing the order `hot` with brute force. */
export interface OrderCheck {
  readonly items: number
  /** At each time: positions at which the two orders differ and the items are not equally hot. */
  readonly wrong: readonly number[]
  /** At each time: positions at which the two orders have different items that are equally hot. */
  readonly ties: readonly number[]
  /** Items whose parts do not add up to their score. */
  readonly unexplained: number
}

/**
 * Pages through `sort=hot` of invented items as the service does. Compares the order with a sort of all items by
 * `Q · 2^(-age / h)`, computed at `times` random moments of the month and the week after it.
 */
export function checkHotOrder(items: number, times: number, seed: number): OrderCheck {
  const random = randomOf(seed)
  const parts = Array.from({ length: items }, () => someParts(random))
  // Whole seconds, as feeds give them, so that many items are equally hot.
  const published = Float64Array.from(
    { length: items },
    () => MONTH_END - Math.floor(random() * 30 * (DAY_MS / SECOND_MS)) * SECOND_MS,
  )
  const listed = listHot(parts, published)
  const quality = Float64Array.from(parts, qualityOf)
  const moments = Array.from({ length: times }, () => MONTH_END + (random() * 37 - 30) * DAY_MS)
  const checks = moments.map((now) => {
    // The logarithm of Q · 2^(-age / h), in half-lives. The value itself would underflow to 0 at great age.
    const left = quality.map((value, at) => {
      const exact = Math.log2(value) + ((published[at] ?? 0) - now) / HALF_LIFE_MS
      return Math.round(exact / SAME) * SAME
    })
    return compare(listed, left)
  })
  return {
    items,
    wrong: checks.map(({ wrong }) => wrong),
    ties: checks.map(({ ties }) => ties),
    unexplained: parts.filter((part) => !addsUp(part)).length,
  }
}

/** Ids (index plus one) in the order in which the selection of the service pages through them. */
function listHot(parts: readonly ScoreParts[], published: Float64Array): Uint32Array {
  const columns = new Columns()
  columns.reserve(parts.length)
  const facet = columns.facets.code({ category: 'c', region: null, language: null, sources: ['s'] })
  for (const [at, part] of parts.entries()) {
    const publishedAt = published[at] ?? 0
    const hot = hotKey(part, publishedAt, HALF_LIFE_MS)
    columns.append({
      id: at + 1,
      publishedAt,
      rankedAt: publishedAt,
      firstSeenAt: publishedAt,
      hot,
      lift: 0,
      score: scoreOf(part),
      storyId: at + 1,
      facet,
      points: 0,
      minutes: 1,
      publisher: 'a.example',
      share: 1,
      engagement: 0,
      isUndated: false,
    })
  }
  columns.sort()
  const selector = new Selector(columns)
  const listed = new Uint32Array(parts.length)
  let count = 0
  for (let after: CursorPosition | undefined, more = true; more;) {
    const page = selector.select(EVERYTHING, 'hot', { limit: PAGE, offset: 0, after })
    listed.set(page.ids, count)
    count += page.ids.length
    after = page.next
    more = after !== undefined
  }
  if (count !== parts.length) throw new Error(`${count} of ${parts.length} items were listed`)
  return listed
}

function compare(listed: Uint32Array, left: Float64Array): { wrong: number; ties: number } {
  const sorted = Uint32Array.from(left, (_, at) => at + 1).sort(
    (a, b) => (left[b - 1] ?? 0) - (left[a - 1] ?? 0) || b - a,
  )
  let [wrong, ties] = [0, 0]
  for (let at = 0; at < listed.length; at += 1) {
    const [mine, brute] = [listed[at] ?? 0, sorted[at] ?? 0]
    if (mine === brute) continue
    if (Math.abs((left[mine - 1] ?? 0) - (left[brute - 1] ?? 0)) < 1.5 * SAME) ties += 1
    else wrong += 1
  }
  return { wrong, ties }
}

function addsUp(parts: ScoreParts): boolean {
  const { score, parts: points } = scoreBreakdown(parts)
  const tenths = Object.values(points).map((value) => Math.round(value * 10))
  return (
    tenths.reduce((sum, value) => sum + value, 0) === Math.round(scoreOf(parts) * 10) &&
    score === scoreOf(parts)
  )
}

/** Realistic parts: usual weights, coverage as in stories, engagement for 20 % of the items. */
function someParts(random: () => number): ScoreParts {
  return {
    weight: [0.25, 0.5, 1, 1, 1, 1.5, 2, 4][Math.floor(random() * 8)] ?? 1,
    frequency: 10 ** (random() * 4 - 2),
    depth: 4 ** (random() * 2.4 - 1.2),
    coverage: Math.max(1, Math.floor(random() ** 6 * 33 * 4) / 4),
    engagement: random() < 0.2 ? random() ** 4 * 70 : 0,
    share: 1,
  }
}
