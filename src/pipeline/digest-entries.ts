import type { Arrival, ArrivedEntry } from '../model/arrival.ts'
import type { FeedInfo } from '../model/entry.ts'
import type { ItemDraft } from '../model/item.ts'
import { engagementPoints, rankOfUnknownAge } from '../model/score.ts'
import type { Source } from '../model/source.ts'
import type { Clock, EpochMs } from '../model/time.ts'
import type { DeletedText, ItemInsert, SightingWrite, VisitRecord } from '../store/records.ts'
import type { KnownEntries, Store } from '../store/store.ts'
import { SPARE_STORIES, type StoryPlacement } from '../stories/cluster/placer.ts'
import { publisherOf, publisherOfItem } from '../url/url.ts'
import { type ClockCheck, retainedFrom } from './clock-check.ts'
import { engagementScale } from './engagement.ts'
import { decideEntries, type EntryIntent as Intent } from './identify/decide-entries.ts'
import { type IdentifiedDocument, identifyKnown, type KnownDeps } from './identify/identify-known.ts'
import type { IdSource } from './identify/ids.ts'
import { titleKeyOf } from './identify/same-article.ts'
import { type DocumentVisit, editsOf, reratingsOf, revisionsOf } from './known-items.ts'
import { withKnownTexts } from './known-text.ts'
import { statedTime } from './normalise/normalise.ts'
import { type Drafted, recognise } from './recognise.ts'
import { resolveKnown } from './resolve-known.ts'
import type { RuleBook } from './rules/compile-rule.ts'
import { ruleDraft } from './rules/rule-entries.ts'
import type { LiveStories } from './stories/live-stories.ts'
import { chooseRepresentatives } from './stories/representatives.ts'
import { ownParts, ratedItems, scoreChanges } from './stories/score-changes.ts'
import type { TextPrints } from './stories/text-prints.ts'

export interface DigestDeps extends KnownDeps {
  readonly store: Store
  readonly stories: Pick<LiveStories, 'place' | 'reload' | 'forgetOld'>
  readonly textPrints: TextPrints
  readonly rules: RuleBook
  readonly clock: ClockCheck
  readonly ids: IdSource
  readonly now: Clock
  readonly halfLifeMs: number
}

/** The part of a visit's record that entries cause. */
export type Change = Pick<
  VisitRecord,
  'inserts' | 'edits' | 'sightings' | 'deletedTexts' | 'moves' | 'merges' | 'representatives' | 'scores'
>

type EntryIntent = Intent<ArrivedEntry>

export const NOTHING: Change = { inserts: [], edits: [], sightings: [], moves: [], merges: [], scores: [] }

type ArrivedDocument = Extract<Arrival['collected'], { kind: 'entries' }> & Pick<Arrival, 'siteNames'>

interface DigestedEntries {
  readonly change: Change
  /** Whether the store lost entries after they were fetched: they have no draft and are left out. */
  readonly isIncomplete: boolean
}

/**
 * Decides all changes from a document's entries. Writes nothing but id reservations.
 *
 * @param isFirstVisit whether no document of the source was read before
 */
export async function digestEntries(
  source: Source,
  { entries, feed, siteNames, exchange }: ArrivedDocument,
  now: EpochMs,
  isFirstVisit: boolean,
  deps: DigestDeps,
): Promise<DigestedEntries> {
  const document = await identifyKnown(source.id, entries, new Set(siteNames), deps, now)
  const intents = decideEntries(document.identified, document.known)
  const visit = { source, feed, now, retainedFrom: retainedFrom(now, exchange), isFirstVisit }
  const drafts = intents.flatMap((intent) => draftOf(intent, document.known, visit, deps))
  const change = drafts.length === 0 ? NOTHING : await changeOf(drafts, document, visit, deps)
  return {
    change: { ...change, deletedTexts: unknownTexts(document) },
    isIncomplete: intents.some((intent) => intent.identified.draft === undefined),
  }
}

/** Text hashes for deleted articles that have none yet. The next edit is then noticed. */
function unknownTexts({ identified, known: { deleted } }: IdentifiedDocument<ArrivedEntry>): DeletedText[] {
  return identified.flatMap(({ key, textHash }) =>
    deleted.get(key)?.length === 0 ? [{ key, textHash }] : [],
  )
}

/** @returns an empty list for an entry that a rule drops, or that has no draft */
function draftOf(
  intent: EntryIntent,
  known: KnownEntries,
  visit: DocumentVisit,
  { rules, clock }: DigestDeps,
): Drafted[] {
  const { source, now } = visit
  const { key, entryKey, entryHash, textHash, draft } = intent.identified
  if (draft === undefined) return []
  // An undated entry keeps the time at which it was first seen.
  const undatedAt = intent.kind === 'add' ? now : intent.known.publishedAt
  const statedAt = draft.isTimeStated
    ? draft.publishedAt
    : statedTime(intent.identified.entry, clock.latest(now))
  const ruled = ruleDraft(rules.of(source), source, {
    ...draft,
    publishedAt: statedAt ?? undatedAt,
    isTimeStated: statedAt !== undefined,
    key,
    entryKey,
    entryHash,
    textHash,
  })
  if (ruled === undefined) return []
  return [{ ...resolveKnown(intent, ruled.draft, known, visit), weight: ruled.weight }]
}

async function changeOf(
  drafts: readonly Drafted[],
  document: IdentifiedDocument<ArrivedEntry>,
  visit: DocumentVisit,
  deps: DigestDeps,
): Promise<Change> {
  const { source, now } = visit
  const seen = await recognise(drafts, source.id, document.known, now, deps.store)
  const drafted = await withKnownTexts(seen.drafted, deps.store)
  const points = drafted.flatMap(({ draft }) => engagementPoints(draft.engagement) ?? [])
  const ratio = await engagementScale(source.id, points, now, deps.store)
  const { placed, inserts } = await insertsOf(drafted, document.returning, visit, deps)
  const edits = editsOf(drafted, document.known, visit)
  const sightings = [
    ...inserts.map((insert) => sightingOf(insert.id, insert.draft, now)),
    ...inserts.flatMap(({ id, draft }) =>
      (seen.repeats.get(draft) ?? []).map((one) => sightingOf(id, one, now)),
    ),
    ...drafted.flatMap(({ intent, draft }) =>
      intent.kind === 'add' ? [] : [sightingOf(intent.known.itemId, draft, now)],
    ),
  ]
  const rated = {
    inserts,
    revisions: revisionsOf(drafted),
    reratings: reratingsOf(drafted, ratio),
    weights: weightsOf(drafted, inserts),
    ownParts: await ownParts(source.id, inserts, visit.feed, now, deps.store),
    placed,
    ratio,
  }
  for (const { itemId } of rated.revisions) deps.textPrints.forget(itemId)
  const items = await ratedItems(source, rated, deps.store)
  const { leads, changed: representatives } = await chooseRepresentatives(items, rated, deps.store)
  const scores = await scoreChanges(items, leads, rated, deps)
  const { moves, merges } = placed
  return { inserts, edits, sightings, moves, merges, representatives, scores }
}

/** @param returning keys of deleted articles that are added again */
async function insertsOf(
  drafted: readonly Drafted[],
  returning: ReadonlySet<string>,
  { source, feed, now, retainedFrom, isFirstVisit }: DocumentVisit,
  deps: DigestDeps,
): Promise<{ placed: StoryPlacement; inserts: ItemInsert[] }> {
  const drafts = oldestFirst(drafted.flatMap(({ intent, draft }) => (intent.kind === 'add' ? [draft] : [])))
  await deps.ids.ensure('item', drafts.length)
  // Later corrections may split stories.
  await deps.ids.ensure('story', drafts.length + SPARE_STORIES)

  const unknownAgeRank = rankOfUnknownAge(
    now,
    drafts.flatMap(({ publishedAt, isTimeStated }) => (isTimeStated ? [publishedAt] : [])),
  )
  const fresh = drafts.map((draft) => {
    const { url, title, summary, language, publishedAt, isTimeStated } = draft
    const publisher = publisherOfDraft(draft, source, feed)
    const seen = { itemId: deps.ids.next('item'), sourceId: source.id, publisher, firstSeenAt: now }
    const dated = isTimeStated || !isFirstVisit
    return { draft, item: { ...seen, url, title, summary, language, publishedAt, dated } }
  })
  const placed = await deps.stories.place(
    fresh.map(({ item }) => item),
    () => deps.ids.next('story'),
  )
  const storyOf = new Map(placed.placements.map(({ itemId, storyId }) => [itemId, storyId]))
  const inserts = fresh.map(({ draft, item }): ItemInsert => {
    const storyId = storyOf.get(item.itemId)
    if (storyId === undefined) throw new RangeError(`item ${item.itemId} was given no story`)
    return {
      id: item.itemId,
      storyId,
      publisher: item.publisher,
      firstSeenAt: now,
      ...(draft.isTimeStated ? {} : { rankedAt: item.dated ? draft.publishedAt : unknownAgeRank }),
      ...(retainedFrom === now ? {} : { renewedAt: retainedFrom }),
      ...(returning.has(draft.key) ? { isReturning: true } : {}),
      draft,
    }
  })
  return { placed, inserts }
}

/**
 * Reverses the drafts, since documents list the newest entry first, unless the first date is before the last. Later
 * drafts get higher ids, and of items with equal times the highest id counts as the newest. So undated items keep the
 * document's order.
 */
function oldestFirst(drafts: readonly ItemDraft[]): readonly ItemDraft[] {
  const rises = (drafts[0]?.publishedAt ?? 0) < (drafts.at(-1)?.publishedAt ?? 0)
  return rises ? drafts : drafts.toReversed()
}

function weightsOf(drafted: readonly Drafted[], inserts: readonly ItemInsert[]): Map<number, number> {
  const idOf = new Map(inserts.map(({ id, draft }) => [draft, id]))
  const weights = new Map<number, number>()
  for (const { intent, draft, weight } of drafted) {
    // The rules of the source that had the article first decide.
    if (intent.kind === 'sight') continue
    const id = intent.kind === 'add' ? idOf.get(draft) : intent.known.itemId
    if (weight !== undefined && id !== undefined) weights.set(id, weight)
  }
  return weights
}

/**
 * The publisher of an item: the domain of its address, else of the site that it was taken from, else of its source's
 * site, else the source. Proxies are skipped.
 */
function publisherOfDraft(draft: ItemDraft, source: Source, { siteUrl = '' }: FeedInfo): string {
  return publisherOfItem(draft) ?? publisherOf(draft.publisherUrl ?? '') ?? publisherOf(siteUrl) ?? source.id
}

function sightingOf(itemId: number, draft: ItemDraft, seenAt: EpochMs): SightingWrite {
  return { ...draft, itemId, titleKey: titleKeyOf(draft), seenAt }
}
