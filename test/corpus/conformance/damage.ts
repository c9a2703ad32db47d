import { readFileSync } from 'node:fs'
import type { Entry } from '../../../src/model/entry.ts'
import { readFeed } from '../../../src/sources/feed/read.ts'
import { randomOf } from '../../random.ts'
import { corpusFile, corpusLines } from '../corpus-folder.ts'
import { add, newTally, type Tally } from './compare.ts'

export type Damage = 'insertion' | 'deletion' | 'truncation'

/** What editors, templates and broken transfers leave in documents. */
const DEBRIS = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '</',
  '<!--',
  ']]>',
  '<![CDATA[',
  '<b>',
  '</item>',
  '\0',
  '\uFFFD',
  '<?',
  '&#',
  '=',
  '</channel>',
]

/**
 * How often at least one entry of a damaged feed is read as it was in the whole one. Same damages every time.
 *
 * @param trials damages of each kind
 */
export function measureDamage(trials: number): Readonly<Record<Damage, Tally>> {
  const random = randomOf(20_240_229)
  const files = corpusLines<{ readonly file: string; readonly items: number }>('feeds/manifest.jsonl').filter(
    ({ file, items }) => items > 0 && file.endsWith('.xml'),
  )
  const tallies = { insertion: newTally(), deletion: newTally(), truncation: newTally() }
  for (let trial = 0; trial < trials; trial++) {
    const file = files[Math.floor(random() * files.length)]?.file ?? ''
    const bytes = readFileSync(corpusFile(`feeds/real/${file}`))
    const whole = new Set(read(bytes).map(identity))
    const at = Math.floor(random() * bytes.length)
    const debris = Buffer.from(DEBRIS[Math.floor(random() * DEBRIS.length)] ?? '')
    const until = at + 1 + Math.floor(random() * 40)
    const damaged: Readonly<Record<Damage, Buffer>> = {
      insertion: Buffer.concat([bytes.subarray(0, at), debris, bytes.subarray(at)]),
      deletion: Buffer.concat([bytes.subarray(0, at), bytes.subarray(until)]),
      truncation: bytes.subarray(0, at),
    }
    for (const kind of ['insertion', 'deletion', 'truncation'] as const) {
      add(
        tallies[kind],
        read(damaged[kind]).some((entry) => whole.has(identity(entry))),
      )
    }
  }
  return tallies
}

function read(bytes: Buffer): readonly Entry[] {
  const reading = readFeed(bytes, undefined, undefined)
  return reading.kind === 'feed' ? reading.entries : []
}

function identity({ title, url, publishedAt }: Entry): string {
  return JSON.stringify([title, url, publishedAt])
}
