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

/** Half-lives, 4 µs of freshness: nearer to each other, two values are the same but for the rounding of computers. */
const SAME = 1e-10

/** What the order `hot` was compared to, and how it did. */
export interface OrderCheck {
  readonly items: number
  /** At each time: positions at which an item stands before one that is hotter at that time. */
  readonly wrong: readonly number[]
  /** At each time: positions at which brute force has another of several equally hot items. */
  readonly ties: readonly number[]
  /** Items whose parts do not add up to their score. */
  readonly unexplained: number
}

/**
 * Pages through `sort=hot` of made-up items as the service does, and compares with a sort of all of them by
 * `Q · 2^(-age / h)`, computed anew at each of `times` random times of the month and the week after.
 */
export function checkHotOrder(items: number, times: number, seed: number): OrderCheck {
  const random = randomOf(seed)
  const parts = Array.from({ length: items }, () => someParts(random))
  // Whole seconds, as feeds give them: so many are equally hot.
  const published = Float64Array.from(
    { length: items },
    () => MONTH_END - Math.floor(random() * 30 * (DAY_MS / SECOND_MS)) * SECOND_MS,
  )
  const listed = listHot(parts, published)
  const quality = Float64Array.from(parts, qualityOf)
  const moments = Array.from({ length: times }, () => MONTH_END + (random() * 37 - 30) * DAY_MS)
  const checks = moments.map((now) => {
    // Half-lives of freshness left: the logarithm of Q · 2^(-age / h), which no age brings to 0.
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

/** Ids (position plus one) in the order of the pages that the service's own selection gives. */
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
      hot,
      lift: 0,
      score: scoreOf(part),
      storyId: at + 1,
      facet,
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

/** Weights as people set them, coverage as stories have it, engagement where a source tells some. */
function someParts(random: () => number): ScoreParts {
  return {
    weight: [0.25, 0.5, 1, 1, 1, 1.5, 2, 4][Math.floor(random() * 8)] ?? 1,
    coverage: Math.max(1, Math.floor(random() ** 6 * 33 * 4) / 4),
    engagement: random() < 0.2 ? random() ** 4 * 70 : 0,
  }
}
