import { readFileSync } from 'node:fs'
import type { Entry, FeedInfo } from '../../../src/model/entry.ts'
import { readFeed } from '../../../src/sources/feed/read.ts'
import { decodeDocument } from '../../../src/text/charset/charset.ts'
import { corpusFile, corpusLines } from '../corpus-folder.ts'
import { add, address, newTally, second, single, type Tally, visible } from './compare.ts'

interface Assertion {
  readonly path: readonly (string | number)[]
  readonly op: string
  readonly value?: unknown
}

interface Case {
  readonly file: string
  readonly group: string
  readonly headers?: Readonly<Record<string, string>>
  readonly converted: boolean
  readonly asserts?: readonly Assertion[]
}

export interface Failure {
  readonly file: string
  readonly path: string
  readonly ours: string
  readonly theirs: string
}

export interface FeedparserFigures {
  /** By what is asserted. */
  readonly topics: ReadonlyMap<string, Tally>
  readonly all: Tally
  readonly failures: readonly Failure[]
  /** Cases of every group, hostile ones with them, that ended in an exception. */
  readonly crashes: readonly string[]
}

/** Address that the suite's own server has, to which its relative links lead. */
const SERVER = 'http://127.0.0.1:8097/'

/** Reads every case of feedparser's own tests, and checks its assertions on what a digest needs. */
export function measureFeedparser(): FeedparserFigures {
  const topics = new Map<string, Tally>()
  const all = newTally()
  const failures: Failure[] = []
  const crashes: string[] = []
  for (const one of corpusLines<Case>('conformance/feedparser.jsonl')) {
    const bytes = readFileSync(corpusFile(`conformance/files/feedparser/${one.file}`))
    let subject: Subject
    try {
      subject = readCase(one, bytes)
    } catch (cause) {
      crashes.push(`${one.file}: ${String(cause)}`)
      continue
    }
    if (one.group === 'wellformed/sanitize') continue // hostile input: what it asserts is another parser's output
    for (const assertion of one.asserts ?? []) {
      const checked = check(assertion, subject)
      if (checked === undefined) continue
      const tally = topics.get(checked.topic) ?? newTally()
      topics.set(checked.topic, tally)
      add(all, checked.good)
      if (!add(tally, checked.good)) {
        failures.push({
          file: one.file,
          path: assertion.path.join('.'),
          ours: checked.ours,
          theirs: checked.theirs,
        })
      }
    }
  }
  return { topics, all, failures, crashes }
}

interface Subject {
  readonly charset: string
  readonly feed: FeedInfo | undefined
  readonly entries: readonly Entry[]
  /** The document's bytes as Latin-1. */
  readonly source: string
}

function readCase({ file, headers }: Case, bytes: Buffer): Subject {
  const contentType = Object.entries(headers ?? {}).find(
    ([name]) => name.toLowerCase() === 'content-type',
  )?.[1]
  const reading = readFeed(bytes, contentType, `${SERVER}${file}`)
  const source = bytes.toString('latin1')
  return reading.kind === 'feed'
    ? {
        charset: decodeDocument(bytes, contentType).charset,
        feed: reading.feed,
        entries: reading.entries,
        source,
      }
    : { charset: '', feed: undefined, entries: [], source }
}

interface Checked {
  readonly topic: string
  readonly good: boolean
  readonly ours: string
  readonly theirs: string
}

/** `undefined` for an assertion on what entries do not hold: that parser's details, other modules. */
function check({ path, op, value }: Assertion, subject: Subject): Checked | undefined {
  const [head, ...rest] = path
  if (head === 'encoding' && typeof value === 'string') {
    return compared('encodings', charsetClass(subject.charset), charsetClass(value))
  }
  if (head === 'feed') return checkFeed(rest, op, value, subject)
  const entry = head === 'entries' && typeof rest[0] === 'number' ? subject.entries[rest[0]] : undefined
  return head === 'entries' ? checkEntry(rest.slice(1), op, value, entry, subject) : undefined
}

function checkFeed(
  path: readonly (string | number)[],
  op: string,
  value: unknown,
  { feed }: Subject,
): Checked | undefined {
  const name = path.join('.')
  if (op === 'absent' && name === 'language') return compared('language', feed?.language ?? '', '')
  if (typeof value !== 'string') return undefined
  if (name === 'title' || name === 'title_detail.value')
    return compareText('title', feed?.title ?? '', true, value)
  if (name === 'link') return compared('link', address(feed?.siteUrl), address(value))
  if (name === 'language') return compared('language', feed?.language ?? '', value)
  return undefined
}

function checkEntry(
  path: readonly (string | number)[],
  op: string,
  value: unknown,
  entry: Entry | undefined,
  { source }: Subject,
): Checked | undefined {
  const name = path.join('.')
  if (/^(?:published|updated|created)_parsed$/.test(name) && Array.isArray(value)) {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, at = 0] = value.map(Number)
    const stated = second(Date.UTC(year, month - 1, day, hour, minute, at))
    return compared(
      'dates',
      second(name === 'updated_parsed' ? (entry?.updatedAt ?? entry?.publishedAt) : entry?.publishedAt),
      stated,
    )
  }
  if (name === 'title_detail.language') {
    return compared('language', entry?.language ?? '', op === 'absent' ? '' : String(value))
  }
  const enclosure = /^enclosures\.(\d+)(?:\.(\w+))?$/.exec(name)
  if (enclosure !== null) return checkEnclosure(entry, Number(enclosure[1]), enclosure[2], value)
  if (typeof value !== 'string') return undefined
  switch (name) {
    case 'title':
    case 'title_detail.value':
      return compareText('title', entry?.title ?? '', false, value, statedPlain(source, 'title'))
    case 'link':
      return compared('link', address(entry?.url), address(value))
    case 'id':
    case 'guid':
      return compared('id', entry?.guid ?? '', value)
    case 'description':
    case 'summary':
    case 'summary_detail.value':
      return compareText(
        'text',
        entry?.summaryHtml ?? entry?.contentHtml ?? '',
        false,
        value,
        statedPlain(source, 'summary'),
      )
    case 'content.0.value':
      return compareText(
        'text',
        entry?.contentHtml ?? entry?.summaryHtml ?? '',
        false,
        value,
        statedPlain(source, 'content'),
      )
    default:
      return undefined
  }
}

function checkEnclosure(
  entry: Entry | undefined,
  index: number,
  part: string | undefined,
  value: unknown,
): Checked | undefined {
  const ours = entry?.enclosures[index]
  const of: Readonly<Record<string, string>> = {
    href: ours?.url ?? '',
    url: ours?.url ?? '',
    type: ours?.mimeType ?? '',
    length: String(ours?.bytes ?? ''),
  }
  if (part !== undefined) return compared('enclosures', of[part] ?? '', String(value))
  if (typeof value !== 'object' || value === null) return undefined
  const differing = Object.entries(value).filter(
    ([key, stated]) => address(of[key]) !== address(String(stated)),
  )
  return {
    topic: 'enclosures',
    good: differing.length === 0,
    ours: JSON.stringify(of),
    theirs: JSON.stringify(value),
  }
}

function compared(topic: string, ours: string, theirs: string): Checked {
  return { topic, good: ours === theirs, ours, theirs }
}

/** By what a person sees. Feed titles are text with us, entry titles HTML. */
function compareText(
  topic: string,
  ours: string,
  oursIsText: boolean,
  theirs: string,
  theirsIsText?: boolean,
): Checked {
  const seen = oursIsText ? single(ours) : visible(ours)
  const stated = theirsIsText === true ? single(theirs) : visible(theirs)
  const good = seen === stated || (theirsIsText === undefined && seen === single(theirs))
  return { topic, good, ours: seen, theirs: stated }
}

/** Whether that element of the first entry is declared as plain text, which Atom alone can say. */
function statedPlain(source: string, element: string): boolean | undefined {
  const type = new RegExp(`<entry>[\\s\\S]*?<${element}\\b[^>]*\\btype=["']([^"']*)["']`).exec(source)?.[1]
  if (type === undefined) return undefined
  return type === 'text' || type === 'text/plain'
}

/** Charsets that read a document of the suite alike: ASCII is part of UTF-8 and of windows-1252. */
function charsetClass(name: string): string {
  const lower = name.toLowerCase()
  if (/^(?:tis-620|windows-874)$/.test(lower)) return 'thai'
  return /^(?:us-ascii|utf-8|iso-8859-1|windows-1252)$/.test(lower)
    ? 'ascii-compatible'
    : lower.replace(/^gb.*/, 'gb18030')
}
