import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchFeed } from '../../bench/feeds/feed-documents.ts'
import { identifyEntries } from '../../src/pipeline/identify/identify.ts'
import { entryContext, normalizeEntry } from '../../src/pipeline/normalise/normalise.ts'
import { readFeed } from '../../src/sources/feed/read.ts'
import { loadLanguages } from '../../src/text/language/language.ts'
import { aSource } from '../../test/a-source.ts'
import type { Trial } from '../harness/trial.ts'

const FIXTURES = join(import.meta.dirname, '../../src/sources/feed/fixtures')
/** In a fixture, what is expected stands before this line, and the document after it. */
const BEFORE_DOCUMENT = '=====\n'
const USUAL = 20
const LONGEST_MS = 1_000

export const trial: Trial = {
  name: 'mutated-feeds',
  what: 'feeds with tokens deleted, doubled, swapped or put into each other, with bits flipped, or cut',
  promise:
    'reading and normalising never throws, takes less than a second of processor time, and leaves prototypes alone',
  times: { full: 20_000, short: 500 },
  async run({ times, random, broken }) {
    await loadLanguages()
    const feeds = seeds()
    const source = aSource('mutated')
    let slowestMs = 0
    let entries = 0
    for (let time = 0; time < times; time++) {
      const { name, bytes } = pick(feeds, random)
      const mutated = mutate(bytes, random, pick(feeds, random).bytes)
      const before = process.cpuUsage()
      try {
        const reading = readFeed(mutated, undefined, 'https://mutated.example/feed')
        if (reading.kind === 'feed') {
          const context = entryContext(source, reading.feed, reading.entries, Date.now())
          for (const { entry } of identifyEntries(reading.entries, source, reading.feed)) {
            normalizeEntry(entry, context)
            entries += 1
          }
        }
      } catch (error) {
        broken.unless(false, `${name}, ${time}: ${error instanceof Error ? error.stack : String(error)}`)
      }
      const { user, system } = process.cpuUsage(before)
      const tookMs = (user + system) / 1_000
      slowestMs = Math.max(slowestMs, tookMs)
      broken.unless(tookMs < LONGEST_MS, `${name}, ${time}: ${Math.round(tookMs)} ms`)
      broken.unless(Object.keys(Object.prototype).length === 0, `${name}, ${time}: prototypes polluted`)
    }
    return {
      notes: [`${entries} entries were still read`, `slowest: ${Math.round(slowestMs)} ms`],
    }
  },
}

interface Seed {
  readonly name: string
  readonly bytes: Buffer
}

/** The odd documents that the tests of the reader have, and feeds of a publication as they usually are. */
function seeds(): Seed[] {
  const odd = readdirSync(FIXTURES)
    .filter((name) => name.endsWith('.feed'))
    .map((name) => {
      const text = readFileSync(join(FIXTURES, name), 'utf8')
      return { name, bytes: Buffer.from(text.slice(text.indexOf(BEFORE_DOCUMENT) + BEFORE_DOCUMENT.length)) }
    })
  const usual = Array.from({ length: USUAL }, (_, index) => ({
    name: `feed ${index}`,
    bytes: Buffer.from(benchFeed(index, USUAL, { items: 10, added: 0, now: Date.now() })),
  }))
  return [...odd, ...usual]
}

function pick<T>(list: readonly T[], random: () => number): T {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new RangeError('nothing to pick from')
  return one
}

/** Makes one to five changes. */
function mutate(bytes: Buffer, random: () => number, other: Buffer): Buffer {
  let mutated = bytes
  for (let n = Math.ceil(random() * 5); n > 0; n--) mutated = pick(MUTATIONS, random)(mutated, random, other)
  return mutated
}

type Mutation = (bytes: Buffer, random: () => number, other: Buffer) => Buffer

const MUTATIONS: readonly Mutation[] = [
  (bytes, random) => {
    const changed = Buffer.from(bytes)
    const at = Math.floor(random() * changed.length)
    changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    return changed
  },
  (bytes, random) => bytes.subarray(0, Math.floor(random() * bytes.length)),
  (bytes, random, other) => {
    const [at, from] = [Math.floor(random() * bytes.length), Math.floor(random() * other.length)]
    return Buffer.concat([bytes.subarray(0, at), other.subarray(from, from + 500), bytes.subarray(at)])
  },
  (bytes, random) =>
    withTokens(bytes, (tokens) => void tokens.splice(Math.floor(random() * tokens.length), 1)),
  (bytes, random) =>
    withTokens(bytes, (tokens) => {
      const at = Math.floor(random() * tokens.length)
      tokens.splice(at, 0, ...Array.from({ length: Math.ceil(random() * 50) }, () => tokens[at] ?? ''))
    }),
  (bytes, random) =>
    withTokens(bytes, (tokens) => {
      const [one, other] = [Math.floor(random() * tokens.length), Math.floor(random() * tokens.length)]
      const kept = tokens[one] ?? ''
      tokens[one] = tokens[other] ?? ''
      tokens[other] = kept
    }),
]

function withTokens(bytes: Buffer, change: (tokens: string[]) => void): Buffer {
  const text = bytes.toString('latin1')
  const tokens = text.split(TOKEN_BOUNDS)
  change(tokens)
  return Buffer.from(tokens.join(''), 'latin1')
}

/** Before and after each token; the text between two tokens is one, too. */
const TOKEN_BOUNDS = /(<[^<>]*>|&[^;\s]*;|[{}[\],:]|\w+|\s+)/
