import { bestSummary } from '../model/best-summary.ts'
import type { Digest } from '../model/digest.ts'
import type { Edition, EditionReport, EditionSection, EditionStory } from '../model/edition.ts'
import type { Item as StoredItem } from '../model/item.ts'
import { type EpochMs, HOUR_MS, toIso } from '../model/time.ts'
import { type EditionTime, windowStart } from './schedule.ts'

/**
 * Calls the service's interface. @param address path and query: `/api/items?limit=5`. Rejects unless the status is 200
 */
export type Ask = (address: string) => Promise<unknown>

export interface EditionRequest {
  readonly digest: Digest
  readonly time: EditionTime
  readonly list: { readonly path: string; readonly parameters: string }
  /** The edition contains items first seen up to then. */
  readonly until: EpochMs
  readonly isLate: boolean
  readonly previous: Edition | undefined
  readonly now: EpochMs
}

interface Item extends Pick<
  StoredItem,
  'id' | 'url' | 'title' | 'author' | 'source' | 'sourceName' | 'category' | 'language' | 'score' | 'story'
> {
  readonly summary: string | null
  readonly publishedAt: string
  readonly firstSeenAt: string
}

interface List<Entry> {
  readonly items: readonly Entry[]
  readonly total: number
}

const FIELDS =
  'id,url,title,summary,author,source,sourceName,category,language,publishedAt,firstSeenAt,score,story'

/**
 * Longest delay between publication and first sight of an item that is still news: quiet sources are visited twice a
 * day.
 */
const LATE_MS = 12 * HOUR_MS

/** Reports of a story from which three are chosen. */
const MAX_REPORTS = 50
const SHOWN_REPORTS = 3

/** Makes an edition: the stories of the digest's list in its window, each with its news. Writes nothing. */
export async function makeEdition(request: EditionRequest, ask: Ask): Promise<Edition> {
  const { digest, time, previous, until } = request
  const from = windowStart(digest, Math.min(time.at, until))
  const leads = await listLeads(request, from, ask)
  const known = await knownStories(previous, ask)
  const stories: EditionStory[] = []
  for (const lead of leads) stories.push(await storyOf(lead, request, known, ask))
  return {
    digest: digest.name,
    title: digest.title,
    date: time.date,
    timeZone: digest.timeZone,
    language: digest.language,
    scheduledAt: toIso(time.at),
    madeAt: toIso(request.now),
    isLate: request.isLate,
    from: toIso(from),
    until: toIso(until),
    previousDate: previous?.date ?? null,
    storyCount: stories.length,
    newStoryCount: stories.filter(({ isNew }) => isNew).length,
    sections: await sectionsOf(digest, stories, ask),
  }
}

/** The stories first seen in the window, without those published long before, such as old items of a new source. */
async function listLeads({ digest, list, until }: EditionRequest, from: EpochMs, ask: Ask): Promise<Item[]> {
  const window = `from=${toIso(from - Math.min(digest.windowMs, LATE_MS))}&seenFrom=${toIso(from)}&seenTo=${toIso(until)}`
  const address = `${list.path}?${list.parameters}&${window}&limit=${digest.size}&fields=${FIELDS}`
  const { items } = (await ask(address)) as List<Item>
  // A search can return two items of a story that was just merged.
  return [...new Map(items.toReversed().map((item) => [item.story.id, item])).values()].toReversed()
}

/** Current ids of the previous edition's stories: merged stories change their id. */
async function knownStories(previous: Edition | undefined, ask: Ask): Promise<ReadonlySet<number>> {
  const before = previous?.sections.flatMap(({ stories }) => stories) ?? []
  const itemIds = before.flatMap(({ itemId, reports }) => [itemId, ...reports.map((report) => report.itemId)])
  const ids = new Set(before.map(({ storyId }) => storyId))
  if (itemIds.length === 0) return ids
  const { items } = (await ask(
    `/api/items?ids=${itemIds.slice(0, 500).join(',')}&limit=500&fields=id,story`,
  )) as List<Pick<Item, 'id' | 'story'>>
  for (const { story } of items) ids.add(story.id)
  return ids
}

async function storyOf(
  lead: Item,
  { previous, until }: EditionRequest,
  known: ReadonlySet<number>,
  ask: Ask,
): Promise<EditionStory> {
  const isKnown = known.has(lead.story.id)
  const since = previous === undefined ? undefined : Date.parse(previous.until)
  const isNewReport = ({ firstSeenAt }: Item): boolean =>
    isKnown && since !== undefined && Date.parse(firstSeenAt) > since
  const { reports, newReportCount } =
    lead.story.itemCount === 1
      ? { reports: [lead], newReportCount: isNewReport(lead) ? 1 : 0 }
      : await listReports(lead.story.id, isKnown ? since : undefined, until, ask)
  return {
    ...reportOf(lead),
    storyId: lead.story.id,
    summary: bestSummary(lead, reports),
    author: lead.author,
    category: lead.category,
    score: lead.score,
    itemCount: lead.story.itemCount,
    sourceCount: lead.story.sourceCount,
    isNew: previous !== undefined && !isKnown,
    newReportCount,
    reports: furtherReports(lead, reports, isNewReport).map((report) => ({
      ...reportOf(report),
      isNew: isNewReport(report),
    })),
  }
}

/** @param since end of the previous edition, for a story that it contained */
async function listReports(
  storyId: number,
  since: EpochMs | undefined,
  until: EpochMs,
  ask: Ask,
): Promise<{ readonly reports: readonly Item[]; readonly newReportCount: number }> {
  const base = `/api/items?storyId=${storyId}&sort=score&seenTo=${toIso(until)}&limit=${MAX_REPORTS}&fields=${FIELDS}`
  const { items: best } = (await ask(base)) as List<Item>
  // The clock was set back.
  if (since === undefined || since >= until) return { reports: best, newReportCount: 0 }
  const { items: latest, total } = (await ask(`${base}&seenFrom=${toIso(since + 1)}`)) as List<Item>
  return {
    reports: [...new Map([...best, ...latest].map((item) => [item.id, item])).values()],
    newReportCount: total,
  }
}

/** Reports of other sources than the headline's, one each: new ones first, then by score. */
function furtherReports(lead: Item, reports: readonly Item[], isNew: (item: Item) => boolean): Item[] {
  const ordered = reports
    .filter(({ id }) => id !== lead.id)
    .toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)) || b.score - a.score || a.id - b.id)
  const bySource = new Map<string, Item>()
  for (const report of ordered)
    if (report.source !== lead.source && !bySource.has(report.source)) bySource.set(report.source, report)
  return [...bySource.values()].slice(0, SHOWN_REPORTS)
}

function reportOf(item: Item): Omit<EditionReport, 'isNew'> {
  const { id: itemId, title, url, source, sourceName, language, publishedAt } = item
  return { itemId, title: title || item.summary || url, url, source, sourceName, language, publishedAt }
}

/** The configured name, or the slug with a capital letter. */
function categoryName(slug: string, name = slug): string {
  return name === slug ? slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ') : name
}

/** Sections in the order of their first story. */
async function sectionsOf(
  digest: Digest,
  stories: readonly EditionStory[],
  ask: Ask,
): Promise<EditionSection[]> {
  if (stories.length === 0) return []
  if (digest.sections === 'none') return [{ category: null, name: null, stories }]
  const { items } = (await ask('/api/categories')) as List<{
    readonly name: string
    readonly displayName: string
  }>
  const names = new Map(items.map(({ name, displayName }) => [name, displayName]))
  const slugs = [...new Set(stories.map(({ category }) => category))]
  return slugs.map((category) => ({
    category,
    name: categoryName(category, names.get(category)),
    stories: stories.filter((story) => story.category === category),
  }))
}
