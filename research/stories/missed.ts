import { print } from '../../bench/harness/print.ts'
import type { LinkModel } from '../../src/stories/cluster/link-odds.ts'
import { NO_END } from '../../src/stories/cluster/links.ts'
import { newLiveStory, type LiveItem } from '../../src/stories/cluster/live-item.ts'
import { LiveSet } from '../../src/stories/cluster/live-set.ts'
import type { LabelledItem, LabelledSet } from './labelled-set.ts'

/** How many missed pairs are printed. */
const SHOWN = 20

/** Prints pairs of two sources that belong together and were placed apart, and counts them by the reason. */
export function printMissed({ name, items }: LabelledSet, placed: readonly number[], model: LinkModel): void {
  const live = new LiveSet(model)
  const lives = items.map((item) => live.add(item, newLiveStory(0)))
  for (const item of lives) live.index(item)
  for (const item of lives) live.link(item)
  const missed: { one: LabelledItem; other: LabelledItem; reason: string }[] = []
  for (const [at, one] of items.entries()) {
    for (const [to, other] of items.slice(0, at).entries()) {
      if (one.truth === null || one.truth !== other.truth || one.sourceId === other.sourceId) continue
      if (placed[at] !== placed[to]) missed.push({ one, other, reason: reasonOf(live, lives[at], lives[to]) })
    }
  }
  const counts = new Map<string, number>()
  for (const { reason } of missed) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  print(
    `  ${name}: ${missed.length} pairs missed: ${[...counts].map(([reason, count]) => `${count} ${reason}`).join(', ')}`,
  )
  const step = Math.max(1, missed.length / SHOWN)
  for (let at = 0; at < missed.length; at += step) {
    const pair = missed[Math.floor(at)]
    if (pair !== undefined) print(`    ${pair.reason}: ${pair.one.title} / ${pair.other.title}`)
  }
}

function reasonOf({ links }: LiveSet, one: LiveItem | undefined, other: LiveItem | undefined): string {
  if (one === undefined || other === undefined) return 'unknown'
  if (one.space !== other.space) return 'in two languages'
  const end = links.find(one, other)
  if (end === NO_END) return 'not near each other'
  const odds = links.odds(end)
  if (odds < -3) return 'odds below -3'
  return odds < -1 ? 'odds below -1' : 'nearly joined'
}
