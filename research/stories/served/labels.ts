import { groupBy } from '../../../src/model/group-by.ts'
import { canonicalKey } from '../../../src/url/url.ts'
import { corpusLines } from '../../../test/corpus/corpus-folder.ts'
import type { Judged } from '../measures.ts'
import type { ServedItem } from './answers.ts'
import { sourceIdOf } from './collection.ts'

/** An item of a feed that somebody read, and the story that it tells. */
export interface Label {
  /** Name of the feed's file. */
  readonly feed: string
  readonly url: string
  readonly title: string
  readonly story: string
}

/** What became of labelled items. */
export interface Matched {
  readonly judged: readonly Judged[]
  /** Not among what is served. */
  readonly missing: readonly Label[]
}

export function readLabels(set: string): Label[] {
  return corpusLines<Label>(`stories/${set}.jsonl`)
}

/**
 * Finds labelled items among those that are served: by their feed with address and title, else with the address where
 * one item alone has it, else with the title. The same article in two feeds may be one item; it then counts for each label.
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
  const judged: Judged[] = []
  const missing: Label[] = []
  for (const [feed, feedLabels] of groupBy(labels, (label) => label.feed)) {
    const find = finderAmong(bySource.get(sourceIdOf(feed)) ?? [])
    for (const label of feedLabels) {
      const item = find(label)
      if (item === undefined) missing.push(label)
      else judged.push({ truth: label.story, placed: item.story.id })
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

/** Titles lose markup and tails on the way; letters and digits stay. */
function plain(title: string): string {
  return title
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
