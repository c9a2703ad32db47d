import { readFileSync } from 'node:fs'
import { readFeed } from '../../../src/sources/feed/read.ts'
import { corpusFile } from '../corpus-folder.ts'
import { countsClicks, readOracle } from '../oracle.ts'
import { add, address, newTally, second, single, statedSecond, type Tally, visible } from './compare.ts'

export type CapturedField = 'title' | 'link' | 'date'

/** Where we and the oracle do not agree, the first item of each file and field. */
export interface Disagreement {
  readonly file: string
  readonly field: CapturedField | 'feed' | 'count'
  readonly items: number
  readonly ours: string
  readonly oracle: string
}

export interface CapturedFigures {
  /** Feeds that the oracle reads, and of these the ones we read. */
  readonly read: Tally
  readonly counts: Tally
  readonly fields: Readonly<Record<CapturedField, Tally>>
  readonly disagreements: readonly Disagreement[]
}

/** Reads the captured feeds beside what feedparser 6.0.10 says of them. */
export function measureCaptured(): CapturedFigures {
  const read = newTally()
  const counts = newTally()
  const fields = { title: newTally(), link: newTally(), date: newTally() }
  const disagreements = new Map<string, Disagreement>()
  const disagree = (file: string, field: Disagreement['field'], ours: string, oracle: string): void => {
    const key = `${file} ${field}`
    const before = disagreements.get(key)
    const first = before ?? { file, field, ours, oracle }
    disagreements.set(key, { ...first, items: (before?.items ?? 0) + 1 })
  }

  for (const { file, items } of readOracle()) {
    const reading = readFeed(readFileSync(corpusFile(`feeds/real/${file}`)), undefined, undefined)
    const entries = reading.kind === 'feed' ? reading.entries : []
    if (items.length > 0 && !add(read, entries.length > 0)) disagree(file, 'feed', reading.kind, 'feed')
    if (!add(counts, entries.length === items.length)) {
      disagree(file, 'count', String(entries.length), String(items.length))
    }
    for (const [index, item] of items.entries()) {
      const entry = entries[index]
      const pairs: readonly (readonly [CapturedField, string, string])[] = [
        ['title', visible(entry?.title), visibleTitle(item.title)],
        ['link', address(entry?.url), address(item.link)],
        ['date', second(entry?.publishedAt), statedSecond(item.published ?? item.updated)],
      ]
      for (const [field, ours, oracle] of pairs) {
        if (field === 'link' && countsClicks(item.link ?? '')) continue
        if (!add(fields[field], ours === oracle)) disagree(file, field, ours, oracle)
      }
    }
  }
  return { read, counts, fields, disagreements: [...disagreements.values()] }
}

/** The oracle gives titles as HTML or as text, without saying which: both are read as HTML. */
function visibleTitle(title: string | null): string {
  return single(visible(visible(title)))
}
