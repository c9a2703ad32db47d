import { describe, expect, it } from 'vitest'
import { EVERYTHING, type ItemFilter } from '../../src/model/filter.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import { parseQuery } from '../../src/search/query/parse.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { fc } from '../properties.ts'
import { aDraft, aScore, aSighting, aVisit, anInsert, FIRST_PAGE, NOW } from './drafts.ts'
import { hasPostgres, newPostgresFixture } from './postgres-fixture.ts'
import { searchIn } from './search-in.ts'
import { newSqliteFixture } from './sqlite-fixture.ts'

const IDS = Array.from({ length: 24 }, (_, at) => at + 1)
const SOURCES = ['paper', 'hn', 'blog']
const ORDERS = ['newest', 'oldest', 'score', 'hot', 'firstSeen'] as const
const WORDS = ['storm', 'flood', 'storms over Rome', 'c++', '東京都', 'élysée "quoted" \\ text', '']

/** An article in one of its forms: few values of each field, so that ties and equal texts are common. */
const aForm = fc.record({
  word: fc.constantFrom(...WORDS),
  category: fc.constantFrom('world', 'tech'),
  region: fc.constantFrom('uk', null),
  language: fc.constantFrom('en', 'de', null),
  tags: fc.subarray(['Red', 'blue', 'Ölpreis']),
  hoursAgo: fc.integer({ min: 0, max: 200 }),
  address: fc.constantFrom('', '', '?utm_source=x', '#part'),
  isTimeStated: fc.boolean(),
  hasText: fc.boolean(),
})

const source = fc.constantFrom(...SOURCES)
const id = fc.constantFrom(...IDS)
const story = fc.integer({ min: 1, max: 9 })
const engagement = fc.constantFrom(
  null,
  { points: 3, comments: null },
  { points: 7.4, comments: 2 },
  { points: null, comments: 9 },
)

/** A visit with entries. Ids that are there are edited, all others are new. */
const aVisitOfEntries = fc.record({
  kind: fc.constant('visit' as const),
  source,
  outcome: fc.constantFrom('entries' as const, 'entries' as const, 'failed' as const),
  articles: fc.uniqueArray(fc.record({ id, story, form: aForm, engagement, isOld: fc.boolean() }), {
    minLength: 2,
    maxLength: 6,
    selector: (each) => each.id,
  }),
  seen: fc.array(fc.record({ id, entry: fc.integer({ min: 1, max: 12 }), engagement }), { maxLength: 4 }),
  moves: fc.array(fc.record({ itemId: id, storyId: story }), { maxLength: 2 }),
  merges: fc.array(fc.record({ from: story, into: story }), { maxLength: 2 }),
  scores: fc.array(fc.record({ id, score: fc.constantFrom(0, 12, 43.2, 100), hot: fc.integer() }), {
    minLength: 2,
    maxLength: 4,
  }),
  representatives: fc.array(fc.record({ storyId: story, itemId: id }), { maxLength: 2 }),
  name: fc.constantFrom(undefined, undefined, undefined, 'Another name'),
  isGrouped: fc.boolean(),
})

const aStep = fc.oneof(
  { weight: 8, arbitrary: aVisitOfEntries },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('correct' as const),
      deletes: fc.uniqueArray(id, { maxLength: 2 }),
      id,
      form: aForm,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('prune' as const), most: fc.integer({ min: 2, max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('configure' as const),
      sources: fc.subarray(SOURCES, { minLength: 1 }),
      category: fc.constantFrom('world', 'tech', 'new'),
      name: fc.constantFrom('One', 'Two'),
    }),
  },
)

type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never
type Form = typeof aForm extends fc.Arbitrary<infer T> ? T : never

function draftOf(itemId: number, { word, address, hoursAgo, isTimeStated, hasText, ...labels }: Form) {
  const url = `https://paper.example/${itemId % 12}${address}`
  return aDraft(`n${itemId}`, {
    ...labels,
    key: address === '#part' ? `${url}${itemId}` : `https://paper.example/${itemId % 12}`,
    url,
    title: `${word} ${itemId % 3}`,
    summary: hasText ? `On ${word}` : '',
    contentHtml: hasText ? `<p>All on ${word} &amp; more ${itemId}</p>` : '',
    contentText: hasText ? `All on ${word} & more ${itemId}` : '',
    publishedAt: NOW - hoursAgo * HOUR_MS,
    isTimeStated,
  })
}

/** @returns whether it was saved */
async function take(store: Store, step: Step, at: number): Promise<boolean> {
  if (step.kind === 'configure') {
    const sources = step.sources.map((each) =>
      aSource(each, { category: step.category, name: `${step.name} ${each}` }),
    )
    return store.syncSources(sources, at).then(() => true)
  }
  if (step.kind === 'prune') {
    await store.prune({ firstSeenBefore: NOW - 150 * HOUR_MS, maxItemsPerSource: step.most })
    return true
  }
  if (step.kind === 'correct') {
    const { title, url, category, region, tags } = draftOf(step.id, step.form)
    const corrections = [{ itemId: step.id, title, url, category, region, tags }]
    await store.saveCorrections({ at, deletes: step.deletes, corrections })
    return true
  }
  const known = new Set((await store.findItems(IDS)).map((item) => item.id))
  const drafts = step.articles.map(({ id: itemId, form, ...rest }) => ({
    itemId,
    draft: draftOf(itemId, form),
    ...rest,
  }))
  const added = drafts.filter(({ itemId }) => !known.has(itemId))
  const seen = step.seen.filter((each) => known.has(each.id))
  const visit = aVisit(step.source, {
    at,
    outcome: step.outcome,
    error: step.outcome === 'failed' ? { code: 'dns', message: 'no such host' } : undefined,
    inserts: added.map(({ itemId, story: storyId, draft, isOld }) => ({
      ...anInsert(itemId, storyId, draft),
      firstSeenAt: isOld ? NOW - 160 * HOUR_MS : at,
      ...(isOld ? { rankedAt: draft.publishedAt - HOUR_MS } : {}),
    })),
    edits: drafts
      .filter(({ itemId }) => known.has(itemId))
      .map(({ itemId, draft, isOld }) => ({ itemId, draft, updatedAt: isOld ? at : undefined })),
    sightings: [
      ...drafts.map(({ itemId, draft, engagement: reported }) =>
        aSighting(itemId, draft, { seenAt: at, engagement: reported }),
      ),
      ...seen.map(({ id: itemId, entry, engagement: reported }) =>
        aSighting(itemId, aDraft(`n${itemId}`), { entryKey: `e${entry}`, seenAt: at, engagement: reported }),
      ),
    ],
    scores: [
      ...added.map(({ itemId }) => aScore(itemId, 20, itemId)),
      ...step.scores
        .filter((each) => known.has(each.id))
        .map((each) => aScore(each.id, each.score, each.hot)),
    ],
    moves: step.moves.filter(({ itemId }) => known.has(itemId)),
    merges: step.merges,
    representatives: step.representatives,
    ...(step.name === undefined ? {} : { sourceName: step.name }),
  })
  const saving = step.isGrouped
    ? store.together(async () => {
        // An address of another item refuses the visit, and not the group.
        await store.saveVisit(visit).catch(() => undefined)
        await store.saveVisit(aVisit('hn', { at, outcome: 'unchanged' })).catch(() => undefined)
      })
    : store.saveVisit(visit)
  return saving.then(
    () => true,
    () => false,
  )
}

const aChoice = (values: readonly string[]) =>
  fc.record({
    include: fc.subarray([...values], { maxLength: Math.min(2, values.length) }),
    exclude: fc.oneof(fc.constant([]), fc.subarray([...values], { maxLength: 1 })),
  })

/** Filters of at most three conditions, so that most lists have items. */
const aFilter: fc.Arbitrary<ItemFilter> = fc
  .tuple(
    fc.record({
      source: aChoice(SOURCES),
      category: aChoice(['world', 'tech', 'new']),
      region: aChoice(['uk']),
      language: aChoice(['en', 'de']),
      tag: aChoice(['red', 'BLUE', 'Ölpreis']),
      ids: fc.subarray(IDS),
      seenFrom: fc.constantFrom(NOW - 160 * HOUR_MS, NOW, NOW + 3),
      seenUntil: fc.constantFrom(NOW, NOW + 6),
      from: fc.integer({ min: 0, max: 200 }).map((hours) => NOW - hours * HOUR_MS),
      until: fc.integer({ min: 0, max: 200 }).map((hours) => NOW - hours * HOUR_MS),
      minScore: fc.constantFrom(0, 12, 43.2, 100),
      minPoints: fc.constantFrom(1, 100),
      minMinutes: fc.constantFrom(1, 2),
      maxMinutes: fc.constantFrom(1, 2),
      storyId: story,
      distinctStory: fc.boolean(),
    }),
    fc.subarray(Object.keys(EVERYTHING), { maxLength: 3 }),
  )
  .map(([all, fields]) => ({
    ...EVERYTHING,
    ...Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field))),
  }))

const aQuestion = fc.record({
  kind: fc.constantFrom('list', 'list', 'list', 'search', 'story', 'article', 'url', 'sources'),
  filter: aFilter,
  order: fc.constantFrom(...ORDERS),
  limit: fc.integer({ min: 1, max: 9 }),
  offset: fc.integer({ min: 0, max: 6 }),
  query: fc.constantFrom(
    'storm',
    'flood OR rome',
    'storm -flood',
    '東京',
    '"storms over"',
    'source:hn',
    'sto*',
    'title:rome',
    'strom',
  ),
  id,
})

type Question = typeof aQuestion extends fc.Arbitrary<infer T> ? T : never

const QUESTIONS = 1_500
const HISTORIES = 15

/** The answer to one question: a list with its total and the page after it, a search, a story, an article or the sources. */
async function answerOf(store: ReadStore, search: ReturnType<typeof searchIn>, question: Question) {
  const { kind, filter, order, limit, offset, query, id: itemId } = question
  if (kind === 'list') {
    const page = await store.select(filter, order, { limit, offset, after: undefined })
    const next = page.next && (await store.select(filter, order, { limit, offset: 0, after: page.next }))
    return { page, next }
  }
  if (kind === 'search') {
    const { node } = parseQuery(query)
    const found =
      node && (await search.find(node, filter, 'relevance', { limit, offset, after: undefined }, NOW))
    return { total: found?.total, ids: found?.hits.map((hit) => hit.id) }
  }
  if (kind === 'article') return (await store.findArticle(itemId)) ?? null
  if (kind === 'url') return store.findItemIdsByUrl(`https://paper.example/${itemId}`)
  if (kind === 'sources') return store.listSources(NOW + itemId)
  const representatives = await store.findRepresentatives([itemId], filter)
  return { story: await store.resolveStoryId(itemId), representatives: [...representatives] }
}

function byId<Value>(found: ReadonlyMap<number, Value>): [number, Value][] {
  return [...found].toSorted(([a], [b]) => a - b)
}

/** Everything that a store tells its readers, but for its name, its size and the numbers of its changes. */
async function answersOf(store: ReadStore) {
  const items = await store.findItems(IDS)
  const filters = [
    EVERYTHING,
    { ...EVERYTHING, distinctStory: true },
    { ...EVERYTHING, source: { include: ['hn'], exclude: ['blog'] } },
    { ...EVERYTHING, tag: { include: ['red'], exclude: ['ÖLPREIS'] } },
    {
      ...EVERYTHING,
      category: { include: ['tech'], exclude: [] },
      language: { include: ['de'], exclude: [] },
    },
    { ...EVERYTHING, storyId: 3, minScore: 12 },
    { ...EVERYTHING, minPoints: 10, maxMinutes: 3 },
    { ...EVERYTHING, from: NOW - 90 * HOUR_MS, seenFrom: NOW },
  ]
  const lists = []
  for (const filter of filters)
    for (const order of ORDERS) lists.push((await store.select(filter, order, FIRST_PAGE)).ids)
  const search = searchIn(store)
  const searches = []
  for (const query of ['storm', 'flood OR rome', '東京', '"storms over"', 'source:hn', 'sto*']) {
    const { node } = parseQuery(query)
    if (node === undefined) continue
    const { hits, total } = await search.find(node, EVERYTHING, 'relevance', FIRST_PAGE, NOW)
    searches.push({ query, total, ids: hits.map((hit) => hit.id) })
  }
  const trends = await store.listTrendItems(EVERYTHING, 0, NOW + 1)
  const stats = await store.stats(NOW)
  return {
    items,
    json: (await store.findItemJson(IDS)).map(({ json }) => JSON.parse(json.toString()) as unknown),
    articles: await Promise.all(IDS.map((id) => store.findArticle(id))),
    contents: byId(await store.findContents(IDS)),
    contentJson: byId(await store.findContentJson(IDS)).map(([id, json]) => [id, json.toString()]),
    html: byId(await store.findHtml(IDS)),
    scoreParts: byId(await store.findScoreParts(IDS)),
    lists,
    searches,
    suggestions: await search.suggest('sto', 9, NOW),
    representatives: [...(await store.findRepresentatives(IDS))],
    stories: await Promise.all(IDS.map((each) => store.resolveStoryId(each))),
    byUrl: await Promise.all(
      IDS.flatMap((each) => [`https://paper.example/${each}`, `https://paper.example/${each}#part`]).map(
        (url) => store.findItemIdsByUrl(url),
      ),
    ),
    trends: Array.from(trends.itemId, (itemId, row) => [
      itemId,
      trends.storyId[row],
      trends.publishedAt[row],
      trends.engagement[row],
      trends.carriers.get(trends.carrier[row] ?? 0),
    ]),
    activity: await store.hourOfWeekActivity(NOW),
    sources: await store.listSources(NOW),
    categories: await store.listCategories(NOW),
    stats: { ...stats, storage: undefined },
  }
}

async function keptBy(store: Store) {
  const entries = IDS.map((each) => ({ key: `https://paper.example/${each}`, entryKey: `guid-n${each}` }))
  const known = await Promise.all(SOURCES.map((each) => store.findKnown(each, entries)))
  const drafts = (await store.findItems(IDS)).map(({ title, publishedAt }) => ({ title, publishedAt }))
  return {
    known,
    twins: (await store.findTwins('paper', [...drafts, { title: 'none', publishedAt: 0 }])).filter(Boolean),
    newest: await store.listNewest('paper', 9),
    states: await store.listSourceStates(),
    placed: await store.listStoryItems(NOW - 100 * HOUR_MS),
    members: await store.listStoryMembers(IDS),
    times: await store.listPublishedTimes('paper', 9),
    engagements: (await store.listEngagements('hn', 0)).sort((a, b) => a - b),
  }
}

describe.skipIf(!hasPostgres('both engines side by side'))('SQLite and PostgreSQL', () => {
  it(`tell the same after any changes, to writers, to readers that follow and to new ones; ${QUESTIONS} random questions get the same answers`, async () => {
    const questions = fc.sample(aQuestion, QUESTIONS)
    let asked = 0
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 8, maxLength: 12 }), async (steps) => {
        const fixtures = [await newSqliteFixture(), await newPostgresFixture()]
        const engines = await Promise.all(
          fixtures.map(async (fixture) => {
            const writer = await fixture.open()
            await writer.syncSources(
              SOURCES.map((each) => aSource(each)),
              NOW,
            )
            const reader = await fixture.openReader()
            const changed: number[][] = []
            reader.onChange((ids) => changed.push([...new Set(ids)].sort((a, b) => a - b)))
            return { fixture, writer, reader, changed }
          }),
        )
        for (const [at, step] of steps.entries()) {
          const saved = []
          for (const { writer, reader } of engines) {
            saved.push(await take(writer, step, NOW + at + 1))
            await reader.refresh()
          }
          expect(saved[1]).toBe(saved[0])
        }

        const chosen = questions.slice(asked, asked + QUESTIONS / HISTORIES)
        const [sqlite, postgres] = await Promise.all(
          engines.map(async ({ fixture, writer, reader, changed }) => {
            const fresh = await fixture.openReader()
            const answers = {
              writer: await answersOf(writer),
              reader: await answersOf(reader),
              fresh: await answersOf(fresh),
            }
            const kept = await keptBy(writer)
            const random = []
            const search = searchIn(fresh)
            for (const question of chosen) random.push(await answerOf(fresh, search, question))
            for (const store of [writer, reader, fresh]) await store.close()
            return { answers, kept, changed, random }
          }),
        )
        expect(postgres).toEqual(sqlite)
        asked += chosen.length
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    )
    expect(asked).toBe(QUESTIONS)
  })
})
