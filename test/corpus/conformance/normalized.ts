import { readFileSync } from 'node:fs'
import type { Entry } from '../../../src/model/entry.ts'
import { readFeed } from '../../../src/sources/feed/read.ts'
import { corpusFile, corpusLines } from '../corpus-folder.ts'
import { countsClicks } from '../oracle.ts'
import { add, address, newTally, second, single, statedSecond, type Tally, visible } from './compare.ts'

interface StatedItem {
  readonly id?: string
  readonly title?: string
  readonly link?: string
  readonly published?: string
  readonly updated?: string
  readonly author?: string
  readonly summary?: string
  readonly content?: string
  readonly categories?: readonly string[]
  readonly enclosures?: readonly { readonly url: string }[]
}

interface Case {
  readonly corpus: string
  readonly input: string
  readonly feed: { readonly title?: string; readonly link?: string; readonly language?: string }
  readonly items: readonly StatedItem[]
}

export interface NormalizedFailure {
  readonly input: string
  readonly field: string
  readonly ours: string
  readonly theirs: string
}

export interface NormalizedFigures {
  readonly fields: ReadonlyMap<string, Tally>
  readonly failures: readonly NormalizedFailure[]
}

/** Reads the test files of five other projects beside what these say of them. */
export function measureNormalized(): NormalizedFigures {
  const fields = new Map<string, Tally>()
  const failures: NormalizedFailure[] = []
  for (const one of corpusLines<Case>('conformance/normalized.jsonl')) {
    const bytes = readFileSync(
      corpusFile(`conformance/files/normalized/${one.input.replace(/^kde\//, 'kde-syndication/')}`),
    )
    const reading = readFeed(bytes, undefined, DOCUMENT)
    const note = (field: string, ours: string, theirs: string, good: boolean): void => {
      if (unfair(one, field, theirs)) return
      const tally = fields.get(field) ?? newTally()
      fields.set(field, tally)
      if (!add(tally, good)) failures.push({ input: one.input, field, ours, theirs })
    }
    const labels = labelsOf(bytes.toString())
    const feed = reading.kind === 'feed' ? reading.feed : undefined
    const entries = reading.kind === 'feed' ? reading.entries : []
    const { title, link, language } = one.feed
    if (title !== undefined)
      note('feed title', feed?.title ?? '', title, single(feed?.title) === visible(title))
    if (link !== undefined)
      note('feed link', feed?.siteUrl ?? '', link, address(feed?.siteUrl) === address(link, DOCUMENT))
    if (language !== undefined)
      note('feed language', feed?.language ?? '', language, sameLanguage(feed?.language, language))
    for (const [index, item] of one.items.entries())
      compareItem(item, entryFor(item, index, entries), labels, note)
  }
  return { fields, failures }
}

/** Where the documents of these projects would stand: some of their links are relative. */
const DOCUMENT = 'https://corpus.example/folder/feed.xml'

/** What a project made by a rule of its own, or read wrongly, says nothing of the feed. */
function unfair({ corpus, input }: Case, field: string, theirs: string): boolean {
  if (theirs.includes('\uFFFD')) return true // read in the wrong charset
  if (theirs.includes('omnystudio.com/listener')) return true // a note of the host, which is no text here
  if (theirs.startsWith('file:')) return true // relative to that project's disk
  if (field === 'id' && /^[\da-f]{32}$/.test(theirs)) return true // a hash, made where there is no id
  if (corpus !== 'podcastparser') return false
  const name = input
    .split('/')
    .at(-1)
    ?.replace(/\.rss$/, '')
  // Titles of the file's name, ids of the enclosure's address, where the feed gives none.
  return (field === 'feed title' && theirs === name) || (field === 'id' && /\.\w{3,4}$/.test(theirs))
}

type Note = (field: string, ours: string, theirs: string, good: boolean) => void

function compareItem(
  stated: StatedItem,
  entry: Entry | undefined,
  labels: ReadonlyMap<string, string>,
  note: Note,
): void {
  const { id, title, link, published, updated, author, summary, content, categories, enclosures } = stated
  if (id !== undefined) note('id', entry?.guid ?? '', id, entry?.guid === id || derived(entry, id))
  if (title !== undefined) note('title', entry?.title ?? '', title, sameText(entry?.title, title))
  if (link !== undefined && !countsClicks(link))
    note('link', entry?.url ?? '', link, address(entry?.url) === address(link, DOCUMENT))
  if (published !== undefined) {
    note(
      'published',
      second(entry?.publishedAt),
      statedSecond(published),
      second(entry?.publishedAt) === statedSecond(published),
    )
  }
  if (updated !== undefined) {
    const ours = second(entry?.updatedAt ?? entry?.publishedAt)
    note('updated', ours, statedSecond(updated), ours === statedSecond(updated))
  }
  if (author !== undefined)
    note(
      'author',
      entry?.author ?? '',
      author,
      single(entry?.author).includes(single(author)) || single(author).includes(single(entry?.author ?? '-')),
    )
  if (summary !== undefined)
    note(
      'summary',
      entry?.summaryHtml ?? '',
      summary,
      sameText(entry?.summaryHtml, summary) || sameText(entry?.contentHtml, summary),
    )
  if (content !== undefined)
    note(
      'content',
      entry?.contentHtml ?? '',
      content,
      sameText(entry?.contentHtml, content) || sameText(entry?.summaryHtml, content),
    )
  if (categories !== undefined) {
    const ours = new Set(entry?.tags)
    note(
      'categories',
      [...ours].join('|'),
      categories.join('|'),
      categories.every(
        (tag) => ours.has(visible(tag)) || visible(tag) === '' || ours.has(labels.get(tag) ?? ''),
      ),
    )
  }
  if (enclosures !== undefined) {
    const ours = new Set(entry?.enclosures.map(({ url }) => address(url)))
    note(
      'enclosures',
      [...ours].join(' '),
      enclosures.map(({ url }) => url).join(' '),
      enclosures.every(({ url }) => ours.has(address(url, DOCUMENT))),
    )
  }
}

/** Some of these projects sort items: by the link where it is the same item, else by the place. */
function entryFor(item: StatedItem, index: number, entries: readonly Entry[]): Entry | undefined {
  const there = entries[index]
  if (there !== undefined && (there.guid === item.id || visible(there.title) === visible(item.title)))
    return there
  return (
    entries.find(({ guid }) => guid !== undefined && guid === item.id) ??
    entries.find(({ title }) => title !== '' && visible(title) === visible(item.title)) ??
    there
  )
}

/** Atom categories have a term for programs and a label for people: ours are the labels, some of theirs the terms. */
function labelsOf(source: string): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const [tag] of source.matchAll(/<category\b[^>]*>/g)) {
    const [, term] = /\bterm="([^"]*)"/.exec(tag) ?? []
    const [, label] = /\blabel="([^"]*)"/.exec(tag) ?? []
    if (term !== undefined && label !== undefined) labels.set(term, visible(label))
  }
  return labels
}

/** Some of these projects make an id of the link, or of the title, where the feed gives none. */
function derived(entry: Entry | undefined, id: string): boolean {
  return entry !== undefined && entry.guid === undefined && !/^https?:/.test(id)
    ? true
    : address(entry?.url) === address(id)
}

function sameText(ours: string | undefined, theirs: string): boolean {
  const seen = visible(ours)
  return seen === visible(theirs) || seen === single(theirs) || seen === visible(visible(theirs))
}

function sameLanguage(ours: string | undefined, theirs: string): boolean {
  return (ours ?? '').toLowerCase() === theirs.trim().toLowerCase().replaceAll('_', '-')
}
