import { inParallel } from '../fetch/in-parallel.ts'
import { onAbort } from '../fetch/on-abort.ts'
import type { PageCounts } from '../model/arrival.ts'
import type { Entry, EntryFacts } from '../model/entry.ts'
import type { Article } from '../model/item.ts'
import type { Source } from '../model/source.ts'
import { SECOND_MS } from '../model/time.ts'
import type { ArticlePage, PageReading } from '../sources/article/article-page.ts'
import type { Store } from '../store/store.ts'
import { plainTextToHtml } from '../text/html/escape-html.ts'
import { htmlToText } from '../text/html/sanitize.ts'
import { carriedUrl } from '../url/url.ts'
import type { EntryIntent } from './identify/decide-entries.ts'
import type { IdentifiedEntry } from './identify/identify.ts'
import { isArticle, withOneText } from './is-article.ts'

interface ArticlePages {
  /** The entry with the content of its page; unchanged if the page was not read. */
  readonly complete: (identified: IdentifiedEntry) => IdentifiedEntry
  readonly counts: PageCounts
}

export const NO_PAGES: ArticlePages = {
  complete: (identified) => identified,
  counts: { read: 0, failed: 0, waiting: 0, failure: undefined },
}

export interface PageDeps {
  readonly store: Pick<Store, 'findArticle' | 'listNewest'>
  /** Reads an article's own page; without it no pages are read. Rejects only on abort. */
  readonly readArticle?: (url: string, source: Source, signal: AbortSignal) => Promise<PageReading>
}

/** Maximum pages per visit: the archive of a new source takes several visits. */
const MAX_PAGES = 20
/** Concurrent page requests, over all hosts. */
const AT_ONCE = 8
/** Time for all pages of a visit together. */
const PAGES_MS = 20 * SECOND_MS
/** Attempts at a page with a temporary error. */
const MAX_ATTEMPTS = 3

export function readsPages({ content }: Source): boolean {
  return content === 'full' || content === 'preview'
}

/**
 * Reads the pages of new and changed entries, if the source's `content` requires it, within `PAGES_MS`. If a page is
 * still to be read, its entry gets an `awaitingHash`, and the page counts as waiting. If a page cannot be read, the
 * entry stays as in the feed.
 *
 * @throws the signal's reason, when it is aborted
 */
export async function readPages(
  source: Source,
  entries: readonly EntryIntent[],
  { store, readArticle }: PageDeps,
  signal: AbortSignal,
): Promise<ArticlePages> {
  if (!readsPages(source) || readArticle === undefined) return NO_PAGES

  const intents = entries
    .filter((intent) => wantsPage(intent, source))
    .toSorted((a, b) => publishedAt(b) - publishedAt(a))
  const answers = await readInTime(intents.slice(0, MAX_PAGES), source, readArticle, signal)
  const readings = await onlyArticles(source.id, answers, store)

  const completed = new Map<string, IdentifiedEntry>()
  let waiting = 0
  for (const intent of intents) {
    const one = await completeEntry(intent, readings.get(intent), store)
    completed.set(one.key, one)
    if (one.entryHash !== intent.identified.entryHash) waiting++
  }
  return {
    complete: (one) => completed.get(one.key) ?? one,
    counts: { ...countsOf(readings), waiting },
  }
}

function countsOf(readings: Readings): Omit<PageCounts, 'waiting'> {
  const failures = [...readings.values()].flatMap((reading) =>
    reading.kind === 'failed' ? [`${reading.error.code}: ${reading.error.message}`] : [],
  )
  return { read: readings.size - failures.length, failed: failures.length, failure: failures[0] }
}

/** Whether a known entry is processed again only because its page was not read yet. */
export function awaitedPage(intent: EntryIntent<IdentifiedEntry<EntryFacts>>): boolean {
  if (intent.kind === 'add') return false
  const stored = readHash(intent.known.entryHash)
  return stored.attempts !== undefined && stored.hash === readHash(intent.identified.entryHash).hash
}

function wantsPage({ kind, identified }: EntryIntent, source: Source): boolean {
  const { entry } = identified
  if (kind === 'sight' || entry.url === undefined) return false
  return source.content === 'full' || lacksPreview(entry)
}

function publishedAt({ identified }: EntryIntent): number {
  return identified.entry.publishedAt ?? 0
}

type Readings = ReadonlyMap<EntryIntent, PageReading>

async function readInTime(
  intents: readonly EntryIntent[],
  source: Source,
  readArticle: NonNullable<PageDeps['readArticle']>,
  signal: AbortSignal,
): Promise<Readings> {
  const readings = new Map<EntryIntent, PageReading>()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), PAGES_MS)
  const stopListening = onAbort(signal, () => deadline.abort())
  try {
    await inParallel(intents, AT_ONCE, async (intent) => {
      const { url = '' } = intent.identified.entry
      const reading = await readArticle(carriedUrl(url), source, deadline.signal).catch((cause: unknown) => {
        if (deadline.signal.aborted) return undefined
        throw cause
      })
      if (reading !== undefined) readings.set(intent, reading)
    })
  } finally {
    clearTimeout(timer)
    stopListening()
  }
  signal.throwIfAborted()
  return readings
}

/** Not `lasting`: such pages often give way to the article later. */
const NO_ARTICLE: PageReading = {
  kind: 'failed',
  error: {
    code: 'parse',
    message:
      'a question for consent, a login or an error came instead of the article, or the text of another one',
  },
  lasting: false,
}

/** Earlier articles of the source that are compared with pages, to notice a wall that replaces every article. */
const COMPARED = 5

/** The readings; pages that replaced an article, such as walls, count as failed. */
async function onlyArticles(
  sourceId: string,
  readings: Readings,
  store: PageDeps['store'],
): Promise<Readings> {
  const read = [...readings].flatMap(([intent, reading]) =>
    reading.kind === 'read' ? [{ of: intent, entry: intent.identified.entry, ...reading }] : [],
  )
  if (read.length === 0) return readings
  const own = new Set(read.flatMap(({ of }) => (of.kind === 'add' ? [] : [of.known.itemId])))
  const newest = await store.listNewest(sourceId, COMPARED)
  const articles = await Promise.all(
    newest.filter(({ itemId }) => !own.has(itemId)).map(({ itemId }) => store.findArticle(itemId)),
  )
  const before = articles.flatMap((one) =>
    one === undefined ? [] : [{ title: one.item.title, text: one.contentText }],
  )
  const walls = withOneText(read, before)
  for (const { of, entry, page, finalUrl = entry.url ?? '' } of read)
    if (!isArticle(entry, page, finalUrl)) walls.add(of)
  return new Map([...readings].map(([intent, reading]) => [intent, walls.has(intent) ? NO_ARTICLE : reading]))
}

async function completeEntry(
  intent: EntryIntent,
  reading: PageReading | undefined,
  store: PageDeps['store'],
): Promise<IdentifiedEntry> {
  const { identified } = intent
  if (reading?.kind === 'read') {
    return { ...identified, entry: withPage(identified.entry, reading.page) }
  }
  const stored = intent.kind === 'add' ? undefined : await store.findArticle(intent.known.itemId)
  const entry = stored === undefined ? identified.entry : withStored(identified.entry, stored)
  // A rate limit says nothing about the page.
  const isAttempt = reading !== undefined && reading.error.code !== 'rateLimited'
  const attempts = attemptsOf(intent) + (isAttempt ? 1 : 0)
  const isFinal = reading?.lasting === true || attempts >= MAX_ATTEMPTS
  const { entryHash } = identified
  return { ...identified, entry, entryHash: isFinal ? entryHash : awaitingHash(entryHash, attempts) }
}

/** Attempts at the page since the entry last changed. */
function attemptsOf(intent: EntryIntent): number {
  if (intent.kind === 'add') return 0
  const { hash, attempts = 0 } = readHash(intent.known.entryHash)
  return hash === intent.identified.entryHash ? attempts : 0
}

/**
 * While an entry's page is still to be read, the entry is stored with this hash: `HASH~2` after two attempts. It differs
 * from the hash of the entry in any document, so the entry is processed again at the next visit.
 */
function awaitingHash(hash: string, attempts: number): string {
  return `${hash}~${attempts}`
}

/** The parts of a stored hash. `attempts` is `undefined` unless the page is still to be read. */
function readHash(entryHash = ''): { readonly hash: string; readonly attempts: number | undefined } {
  const [hash = '', attempts] = entryHash.split('~')
  return { hash, attempts: attempts === undefined ? undefined : Number(attempts) }
}

/** Maximum length of HTML that is compared, in characters. */
const MAX_COMPARED = 500_000

/** Whether a list would show the entry without an image or without a line of text. */
function lacksPreview(entry: Entry): boolean {
  return !hasImage(entry) || textLength(textHtml(entry)) === 0
}

/**
 * Adds the page's content to an entry: the text if it is longer than the feed's, and all fields that the feed lacks.
 * What the feed states stays, since its publisher chose it for lists.
 */
function withPage(entry: Entry, page: ArticlePage): Entry {
  const said = textHtml(entry)
  const description = page.description === undefined ? undefined : plainTextToHtml(page.description)
  return {
    ...entry,
    title: entry.title === '' ? plainTextToHtml(page.title ?? '') : entry.title,
    summaryHtml: textLength(said) > 0 ? (entry.summaryHtml ?? said) : (description ?? entry.summaryHtml),
    contentHtml: longer(page.contentHtml, entry),
    author: entry.author ?? page.author,
    imageUrl: entry.imageUrl ?? (hasImageEnclosure(entry) ? undefined : page.imageUrl),
    publishedAt: entry.publishedAt ?? page.publishedAt,
  }
}

/** Adds to an entry what its page had earlier, so that a deleted page changes nothing. */
function withStored(entry: Entry, { item, contentHtml }: Article): Entry {
  const imageUrl = hasImageEnclosure(entry) ? undefined : (item.imageUrl ?? undefined)
  return { ...entry, contentHtml: longer(contentHtml, entry), imageUrl: entry.imageUrl ?? imageUrl }
}

function longer(html: string | undefined, entry: Entry): string | undefined {
  return textLength(html) > textLength(textHtml(entry)) ? html : entry.contentHtml
}

function textHtml({ contentHtml, summaryHtml }: Entry): string | undefined {
  return textLength(contentHtml) > 0 ? contentHtml : summaryHtml
}

function textLength(html: string | undefined): number {
  return html === undefined || html === '' ? 0 : htmlToText(html.slice(0, MAX_COMPARED)).length
}

function hasImage(entry: Entry): boolean {
  const { imageUrl, contentHtml = '', summaryHtml = '' } = entry
  const isInText = [contentHtml, summaryHtml].some((html) => /<img\s/i.test(html))
  return imageUrl !== undefined || hasImageEnclosure(entry) || isInText
}

function hasImageEnclosure({ enclosures }: Entry): boolean {
  return enclosures.some(({ mimeType }) => mimeType?.startsWith('image/') === true)
}
