import { describe, expect, it } from 'vitest'
import { type LabelledItem } from '../../research/stories/labelled-set.ts'
import { agreement, type Agreement } from '../../research/stories/measures.ts'
import { type Order, replay } from '../../research/stories/replay.ts'
import { newsroomSet } from '../../research/stories/sets.ts'
import { DAY_MS } from '../../src/model/time.ts'

/** The news of the sample newsroom; the clusterer learned from those of another seed. */
const NEWS = newsroomSet('title+summary', 'meridian')

describe('stories of a month of invented news in five languages', () => {
  it('hold what tells one event and little else, though most of it follows the same forms', () => {
    const { precision, f } = judge('by source')

    expect(precision).toBeGreaterThan(0.9)
    expect(f).toBeGreaterThan(0.93)
  })

  it('are told from forms in the first days too, when nobody knows yet what comes back', () => {
    const last = Math.max(...NEWS.items.map(({ publishedAt }) => publishedAt))
    const items = NEWS.items.filter(({ publishedAt }) => publishedAt > last - 3 * DAY_MS)

    const { precision, recall } = agreementOf(items, 'by source')

    expect(precision).toBeGreaterThan(0.92)
    expect(recall).toBeGreaterThan(0.93)
  })

  it('come out the same whether sources come one after the other or all together in time', () => {
    expect(Math.abs(judge('by source').f - judge('by time').f)).toBeLessThan(0.01)
  })

  it('come out as well where the service restarts every few visits, while the collection is young too', () => {
    const steady = judge('by time')

    const restarted = agreed(NEWS.items, replay(NEWS.items, 'by time', { restartEvery: 8 }))

    expect(Math.abs(restarted.f - steady.f)).toBeLessThan(0.003)
  })
})

const judged = new Map<Order, Agreement>()

function judge(order: Order): Agreement {
  const known = judged.get(order)
  if (known !== undefined) return known
  const result = agreementOf(NEWS.items, order)
  judged.set(order, result)
  return result
}

function agreementOf(items: readonly LabelledItem[], order: Order): Agreement {
  return agreed(items, replay(items, order))
}

function agreed(items: readonly LabelledItem[], stories: readonly number[]): Agreement {
  return agreement(
    items.flatMap(({ truth }, at) => (truth === null ? [] : [{ truth, placed: stories[at] ?? 0 }])),
  )
}
