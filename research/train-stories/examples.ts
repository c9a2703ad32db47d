import { LINK_MODEL } from '../../src/stories/cluster/link-model.ts'
import { type LiveItem, newLiveStory } from '../../src/stories/cluster/live-item.ts'
import { LiveSet } from '../../src/stories/cluster/live-set.ts'
import type { LabelledSet } from '../stories/labelled-set.ts'
import { visitsOf } from '../stories/replay.ts'
import type { Example } from './learn.ts'

/**
 * Weight of two items of one source that report different events. Joined, they hide one another from readers; apart, two
 * reports of one source take nothing from the coverage of their event.
 */
const APART_IN_SOURCE = 4

/**
 * Compares the items of a set as the service does, visit by visit, with the counts of words of that moment. A pair of a
 * story of n items weighs 1 / (n - 1), so each item of a story has the same weight.
 */
export function examplesOf({ items }: LabelledSet): Example[] {
  const live = new LiveSet(LINK_MODEL)
  const truthOf = new Map<LiveItem, string>()
  const sizes = new Map<string, number>()
  for (const { truth } of items) if (truth !== null) sizes.set(truth, (sizes.get(truth) ?? 0) + 1)
  const truths = new Map(items.map(({ itemId, truth }) => [itemId, truth]))
  // The last comparison of a pair counts: it knows more.
  const examples = new Map<string, Example>()
  for (const visit of visitsOf(items, 'by source')) {
    const added = visit.map((item) => {
      const one = live.add(item, newLiveStory(0))
      const truth = truths.get(item.itemId)
      if (typeof truth === 'string') truthOf.set(one, truth)
      return one
    })
    for (const one of added) live.index(one)
    for (const one of added) {
      live.link(one, (other, features) => {
        const [truth, otherTruth] = [truthOf.get(one), truthOf.get(other)]
        if (truth === undefined || otherTruth === undefined) return
        const isOneEvent = truth === otherTruth
        const apart = one.sourceId === other.sourceId ? APART_IN_SOURCE : 1
        const weight = isOneEvent ? 1 / ((sizes.get(truth) ?? 2) - 1) : apart
        const ids = [one.itemId, other.itemId].sort((a, b) => a - b)
        examples.set(ids.join(' '), { features, isOneEvent, weight })
      })
    }
  }
  return [...examples.values()]
}
