import { readFileSync } from 'node:fs'
import { readFeed } from '../../../src/sources/feed/read.ts'
import { leastCpuMs } from '../../processor-time.ts'
import { corpusFile, corpusLines } from '../corpus-folder.ts'
import { add, newTally, type Tally } from './compare.ts'

export interface ValidatorFigures {
  readonly cases: number
  readonly crashes: readonly string[]
  /** Of the documents that are feeds. */
  readonly read: Tally
  readonly unread: readonly string[]
  /** Processor time of the slowest, ms. */
  readonly slowestMs: number
}

/** A document whose root, as anybody can see, is that of a feed. */
const FEED_ROOT = /<(?:\w+:)?(?:rss|feed|RDF|entry)[\s>]/

/** Reads every case of the W3C feed validator. */
export function measureValidator(): ValidatorFigures {
  const read = newTally()
  const crashes: string[] = []
  const unread: string[] = []
  let slowestMs = 0
  const cases = corpusLines<{ readonly file: string }>('conformance/feedvalidator.jsonl')
  for (const { file } of cases) {
    const bytes = readFileSync(corpusFile(`conformance/files/feedvalidator/${file}`))
    try {
      const reading = readFeed(bytes, undefined, undefined)
      slowestMs = Math.max(
        slowestMs,
        leastCpuMs(() => readFeed(bytes, undefined, undefined), slowestMs),
      )
      const feed = FEED_ROOT.test(
        bytes
          .toString('latin1')
          .replaceAll('\0', '')
          .replace(/<!--[\s\S]*?-->/g, ''),
      )
      if (feed && !add(read, reading.kind === 'feed'))
        unread.push(`${file}: ${reading.kind === 'other' ? reading.message : reading.kind}`)
    } catch (cause) {
      crashes.push(`${file}: ${String(cause)}`)
    }
  }
  return { cases: cases.length, crashes, read, unread, slowestMs }
}
