import type { Arrival, ArrivedEntry } from '../../model/arrival.ts'
import type { Entry, EntryFacts, FetchResult } from '../../model/entry.ts'
import { DigestError, messageOf } from '../../model/errors.ts'
import type { EntryDraft } from '../../model/item.ts'
import { NO_VALIDATORS, type Source, type SourceState } from '../../model/source.ts'
import type { Clock, EpochMs } from '../../model/time.ts'
import { notRequested } from '../../sources/visit.ts'
import { loadLanguages } from '../../text/language/language.ts'
import { publicUrl } from '../../url/public-url.ts'
import { NO_PAGES, type PageDeps, readPages } from '../article-pages.ts'
import { decideEntries } from '../identify/decide-entries.ts'
import { identifyKnown, type KnownDeps } from '../identify/identify-known.ts'
import { type IdentifiedEntry, identifyEntries } from '../identify/identify.ts'
import { withoutGeneratedTimes } from '../normalise/generated-times.ts'
import { entryContext, normalizeEntry } from '../normalise/normalise.ts'
import { withPermalinks } from '../normalise/permalinks.ts'
import { siteNames } from '../normalise/site-name.ts'
import type { RuleBook } from '../rules/compile-rule.ts'
import { ruleCollected } from '../rules/rule-entries.ts'

/** Reads a source. Rejects only on abort. */
type Collect = (source: Source, state: SourceState | undefined, signal: AbortSignal) => Promise<FetchResult>

/** Dependencies of the first half of a visit, which only reads the store. */
export interface FetchDeps extends PageDeps, KnownDeps {
  readonly collect: Collect
  readonly store: KnownDeps['store'] & PageDeps['store']
  readonly rules: RuleBook
  readonly now: Clock
}

/** Makes the next visit read the document again, even if it is unchanged. */
export const UNREAD = { validators: NO_VALIDATORS, documentHash: '' }

type Document = Extract<FetchResult, { kind: 'entries' }>

/**
 * The first half of a visit: collects the source, reads article pages, sanitises. Rejects only on abort or
 * `storeFailed`: a fault of our own is a failed visit of this source, whose operator would not be told otherwise.
 */
export async function fetchVisit(
  source: Source,
  state: SourceState | undefined,
  deps: FetchDeps,
  signal: AbortSignal,
): Promise<Arrival> {
  try {
    return await fetchArrival(source, state, deps, signal)
  } catch (cause) {
    if (signal.aborted || cause instanceof DigestError) throw cause
    return failedArrival(source, cause, deps.now())
  }
}

/** A failed visit in place of an arrival that cannot be digested because of `cause`. */
export function failedArrival(source: Source, cause: unknown, now: EpochMs): Arrival {
  const message = `what the source sent could not be digested: ${messageOf(cause)}`
  return {
    sourceId: source.id,
    fetchedAt: now,
    rulesHash: '',
    collected: {
      kind: 'failed',
      error: { code: 'parse', message },
      exchange: notRequested(publicUrl(source.url)),
    },
    listed: 0,
    siteNames: [],
    pages: NO_PAGES.counts,
  }
}

async function fetchArrival(
  source: Source,
  state: SourceState | undefined,
  deps: FetchDeps,
  signal: AbortSignal,
): Promise<Arrival> {
  const rulesHash = deps.rules.hashOf(source)
  const response = await deps.collect(source, stateByRules(state, rulesHash), signal)
  const collected = await ruleCollected(deps.rules.of(source), source, response, deps.now())
  const arrived =
    collected.kind === 'entries'
      ? await fetchEntries(source, collected, deps, signal)
      : { fetchedAt: deps.now(), collected, listed: 0, siteNames: [], pages: NO_PAGES.counts }
  return { sourceId: source.id, rulesHash, ...arrived }
}

/**
 * The state of a source under the current rules. After a change of rules the document is requested without validators,
 * since its dropped entries may now be accepted.
 *
 * @param rulesHash of the current rules; empty if there are none
 */
function stateByRules(state: SourceState | undefined, rulesHash: string): SourceState | undefined {
  if (state === undefined || state.documentHash === null) return state
  if ((state.rulesHash ?? '') === rulesHash) return state
  // `null` would mean that the source was never read.
  return { ...state, ...UNREAD }
}

/**
 * Identifies the entries of a document, and makes drafts of those that are new or changed. If a page is still to be
 * read, the document's validators and hash are dropped, so that the next visit reads the document again and continues.
 */
async function fetchEntries(
  source: Source,
  document: Document,
  deps: FetchDeps,
  signal: AbortSignal,
): Promise<Omit<Arrival, 'sourceId' | 'rulesHash'>> {
  const dated = withoutGeneratedTimes(document.entries, deps.now())
  const stated = withPermalinks(dated, document.feed)
  const names = siteNames(source, document.feed, stated)
  const entries = identifyEntries(stated, source, document.feed)
  const { identified, known } = await identifyKnown(source.id, entries, names, deps, deps.now())
  const pages = await readPages(source, decideEntries(identified, known), deps, signal)
  const fetchedAt = deps.now()
  const completed = identified.map(pages.complete)
  const changing = decideEntries(completed, known).map((intent) => intent.identified)
  const drafts = await draftsOf(changing, source, document, fetchedAt)
  const arrived = completed.map((complete, index): ArrivedEntry => {
    // Digesting compares with the store again, by the entry as the document has it.
    const stated = entries[index] ?? complete
    const draft = drafts.get(complete)
    const known = { ...stated, entryHash: complete.entryHash, entry: factsOf(stated.entry) }
    return draft === undefined ? known : { ...known, draft }
  })
  return {
    fetchedAt,
    collected: { ...document, ...(pages.counts.waiting > 0 ? UNREAD : {}), entries: arrived },
    listed: document.entries.length,
    siteNames: [...names],
    pages: pages.counts,
  }
}

async function draftsOf(
  changing: readonly IdentifiedEntry[],
  source: Source,
  { feed, entries }: Document,
  now: EpochMs,
): Promise<ReadonlyMap<IdentifiedEntry, EntryDraft>> {
  if (changing.length === 0) return new Map()
  // Loaded here, since documents without new entries need no language tables.
  await loadLanguages()
  const context = entryContext(source, feed, entries, now)
  return new Map(changing.map((one) => [one, normalizeEntry(one.entry, context)]))
}

function factsOf({ url, title, publishedAt, updatedAt, isTimeRelative, commentsUrl }: Entry): EntryFacts {
  return { url, title, publishedAt, updatedAt, isTimeRelative, commentsUrl }
}
