import { groupBy } from '../../../src/model/group-by.ts'
import { canonicalKey } from '../../../src/url/url.ts'
import { corpusLines } from '../../../test/corpus/corpus-folder.ts'
import type { JudgedItem } from '../measures.ts'
import type { ServedItem } from './answers.ts'
import { sourceIdOf } from './collection.ts'

/** An item of a feed with its true story. */
export interface Label {
  /** Name of the feed's file. */
  readonly feed: string
  readonly url: string
  readonly title: string
  readonly language: string
  readonly story: string
}

/** Result of matching labelled items with served ones. */
export interface Matched {
  readonly judged: readonly JudgedItem[]
  /** Labels without a served item. */
  readonly missing: readonly Label[]
}

export function readLabels(set: string): Label[] {
  return corpusLines<Label>(`stories/${set}.jsonl`)
}

/**
 * Finds labelled items among the served items of their feed: by address and title, else by the address if only one item
 * has it, else by the title. An article in two feeds may be one item; it then counts for each label.
 */
export function matchLabels(labels: readonly Label[], items: readonly ServedItem[]): Matched {
  const bySource = new Map<string, ServedItem[]>()
  for (const item of items) {
    for (const source of [item.source, ...item.alsoIn]) {
      const carried = bySource.get(source)
      if (carried === undefined) bySource.set(source, [item])
      else carried.push(item)
    }
  }
  const judged: JudgedItem[] = []
  const missing: Label[] = []
  for (const [feed, feedLabels] of groupBy(labels, (label) => label.feed)) {
    const sourceId = sourceIdOf(feed)
    const find = finderAmong(bySource.get(sourceId) ?? [])
    for (const label of feedLabels) {
      const item = find(label)
      if (item === undefined) missing.push(label)
      else judged.push({ truth: label.story, placed: item.story.id, sourceId, language: label.language })
    }
  }
  return { judged, missing }
}

function finderAmong(items: readonly ServedItem[]): (label: Label) => ServedItem | undefined {
  const byAddress = groupBy(items, ({ url }) => addressOf(url))
  const byTitle = groupBy(items, ({ title }) => plain(title))
  return ({ url, title }) => {
    const there = byAddress.get(addressOf(url)) ?? []
    const wanted = plain(title)
    const same = there.find((item) => plain(item.title) === wanted)
    if (same !== undefined || there.length === 1) return same ?? there[0]
    return byTitle.get(wanted)?.[0]
  }
}

function addressOf(url: string): string {
  return canonicalKey(url) ?? url
}

/** Letters and digits of a title, since markup and punctuation may differ. */
function plain(title: string): string {
  return title
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
