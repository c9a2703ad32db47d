import { EventEmitter, once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fc } from '../properties.ts'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { EVERYTHING } from '../../src/domain/filter.ts'
import { parseQuery } from '../../src/domain/query/parse.ts'
import { HOUR_MS } from '../../src/domain/time.ts'
import { openForReading } from '../../src/store/sqlite/database.ts'
import { Follower } from '../../src/store/sqlite/follower.ts'
import type { Asked } from '../../src/store/sqlite/memory-search.ts'
import { Names } from '../../src/store/sqlite/names.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { buildParts } from '../../src/store/sqlite/search-build.ts'
import { type KeeperOptions, SearchKeeper } from '../../src/store/sqlite/search-keeper.ts'
import { SearchReads } from '../../src/store/sqlite/search-reads.ts'
import { segmentOf } from '../../src/store/search-index/segment-parts.ts'
import type { Store } from '../../src/store/store.ts'
import { hostileQuery } from '../api/hostile-queries.ts'
import { aSource } from '../a-source.ts'
import { aDraft, anInsert, aVisit, NOW } from './drafts.ts'
import { newFolder } from './place.ts'

const ASKED: Asked = {
  filter: EVERYTHING,
  order: 'newest',
  window: { limit: 500, offset: 0, after: undefined },
  now: NOW,
  explain: false,
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function newStore(): Promise<{ readonly store: Store; readonly file: string }> {
  const file = join(newFolder(), 'digest.db')
  const store = await openSqliteStore(file, { now: () => NOW })
  closing.push(() => store.close())
  await store.syncSources([aSource('paper')], NOW)
  return { store, file }
}

/** One reading connection with an index in memory, and FTS5 beside it. */
function openReading(file: string, builds = false) {
  const db = openForReading(file, { now: () => NOW })
  const names = new Names(db)
  const follower = new Follower(db, names)
  let builtBy = 0
  const keeper = new SearchKeeper(db, names, follower, {
    file,
    builds,
    ...(builds ? { small: 0 } : {}),
    build: (from) => {
      builtBy += 1
      const { seq, parts } = buildParts(from)
      return {
        built: Promise.resolve({ mark: { seq }, segments: parts.map(segmentOf) }),
        stop: () => Promise.resolve(),
      }
    },
  })
  const reads = new SearchReads(db, keeper)
  const close = async (): Promise<void> => {
    await keeper.close()
    db.close()
  }
  closing.push(close)
  const answers = (query: string) => {
    const { node } = parseQuery(query)
    if (node === undefined) return undefined
    follower.refresh()
    const table = reads.searchTable(follower.columns(), node, ASKED)
    const memory = reads.search(follower.columns(), node, ASKED)
    return {
      table: table.hits.map((hit) => hit.id),
      memory:
        memory.relaxed === true || memory.corrected !== undefined ? [] : memory.hits.map((hit) => hit.id),
    }
  }
  return { keeper, follower, answers, close, built: () => builtBy }
}

/** A keeper of a store with items, whose index is built as told. */
async function openBuilding(build: NonNullable<KeeperOptions['build']>): Promise<SearchKeeper> {
  const { store, file } = await newStore()
  await save(store, { 1: 'storm', 2: 'flood' })
  const db = openForReading(file, { now: () => NOW })
  closing.push(async () => {
    db.close()
  })
  const names = new Names(db)
  return new SearchKeeper(db, names, new Follower(db, names), { file, builds: true, small: 0, build })
}

function quietWarnings() {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => warned.mockRestore())
  return warned
}

function save(store: Store, articles: Readonly<Record<number, string>>): Promise<void> {
  const inserts = Object.entries(articles).map(([id, title]) =>
    anInsert(Number(id), Number(id), aDraft(`a${id}`, { title, publishedAt: NOW - Number(id) * HOUR_MS })),
  )
  return store.saveVisit(aVisit('paper', { inserts }))
}

describe('the search index in memory', () => {
  it('finds and counts what FTS5 does, whatever is collected, edited, pruned and asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aChange(), { minLength: 1, maxLength: 12 }),
        fc.array(aQuery(), { minLength: 1, maxLength: 12 }),
        async (changes, queries) => {
          const { store, file } = await newStore()
          const reading = openReading(file)
          reading.answers('storm')
          const kept = new Set<number>()
          for (const { id, title, content } of changes) {
            const draft = aDraft(`a${id}`, {
              title,
              summary: content,
              contentText: content,
              contentHtml: content,
            })
            await store.saveVisit(
              aVisit(
                'paper',
                kept.has(id)
                  ? { edits: [{ itemId: id, draft, updatedAt: NOW }] }
                  : { inserts: [anInsert(id, id, draft)] },
              ),
            )
            kept.add(id)
          }

          for (const query of queries) {
            const answers = reading.answers(query)
            expect({ query, ids: answers?.memory }).toEqual({ query, ids: answers?.table })
          }
          await reading.close()
        },
      ),
      { numRuns: 40 },
    )
  })

  it('forgets what is pruned', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm one', 2: 'storm two', 3: 'storm three' })
    const reading = openReading(file)
    expect(reading.answers('storm')?.memory).toEqual([1, 2, 3])

    await store.prune({ firstSeenBefore: 0, maxItemsPerSource: 1 })

    expect(reading.answers('storm')).toEqual({ table: [1], memory: [1] })
  })

  it('is written at the end, read at the next start, and takes in what happened between', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm', 2: 'flood', 3: 'storm and flood' })
    const first = openReading(file, true)
    await first.keeper.ready()
    await first.close()
    await save(store, { 4: 'a new storm' })

    const second = openReading(file, true)
    await second.keeper.ready()

    expect([first.built(), second.built()]).toEqual([1, 0])
    expect(second.answers('storm')?.memory).toEqual([1, 3, 4])
    expect(second.answers('flood')?.memory).toEqual([2, 3])
  })

  it.each([
    ['damaged', (bytes: Buffer) => bytes.fill(7, bytes.length >> 1, (bytes.length >> 1) + 8)],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
    ['of something else', () => Buffer.from('no index at all')],
    ['empty', () => Buffer.alloc(0)],
  ])('is built anew where its file is %s', async (_, spoil) => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm', 2: 'flood', 3: 'storm and flood' })
    const first = openReading(file, true)
    await first.keeper.ready()
    await first.close()
    writeFileSync(`${file}-search`, spoil(readFileSync(`${file}-search`)))

    const second = openReading(file, true)
    await second.keeper.ready()

    expect(second.built()).toBe(1)
    expect(second.answers('storm')?.memory).toEqual([1, 3])
  })

  it('is built anew where the file is that of another store', async () => {
    const { store, file } = await newStore()
    const other = await newStore()
    await save(store, { 1: 'storm', 2: 'flood' })
    await other.store.saveVisit(
      aVisit('paper', { at: NOW + HOUR_MS, inserts: [anInsert(9, 9, aDraft('a9'))] }),
    )
    const reading = openReading(other.file, true)
    await reading.keeper.ready()
    await reading.close()
    writeFileSync(`${file}-search`, readFileSync(`${other.file}-search`))

    const second = openReading(file, true)
    await second.keeper.ready()

    expect(second.built()).toBe(1)
    expect(second.answers('storm')?.memory).toEqual([1])
  })

  it('and FTS5 beside it take 2,000 hostile queries as text', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm over rome', 2: '東京都', 3: 'c++ 🚀' })
    const reading = openReading(file)

    fc.assert(
      fc.property(hostileQuery(), (query) => {
        const answers = reading.answers(query)
        expect(answers?.memory.length ?? 0).toBeLessThanOrEqual(3)
      }),
      { numRuns: 2_000 },
    )
  })

  it('leaves searches to FTS5 where a reader finds a large store without an index', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm', 2: 'flood' })
    const db = openForReading(file, { now: () => NOW })
    const names = new Names(db)
    const keeper = new SearchKeeper(db, names, new Follower(db, names), { file, builds: false, small: 0 })

    await keeper.ready()

    expect(keeper.current()).toBeUndefined()
    db.close()
  })

  it('warns where it cannot be built', async () => {
    const warned = quietWarnings()
    const keeper = await openBuilding(() => ({
      built: Promise.reject(new Error('no memory left')),
      stop: () => Promise.resolve(),
    }))

    await keeper.ready()

    expect(warned.mock.calls.map(([told]) => told)).toEqual([
      'the search index could not be made: Error: no memory left',
    ])
    expect(keeper.current()).toBeUndefined()
  })

  it('does not warn where its building is only stopped', async () => {
    const warned = quietWarnings()
    const thread = new EventEmitter()
    const keeper = await openBuilding(() => {
      thread.emit('begun')
      const ended = once(thread, 'stop').then(() => Promise.reject(new Error('the thread ended')))
      return { built: ended, stop: async () => void thread.emit('stop') }
    })
    const begun = once(thread, 'begun')
    keeper.begin()
    await begun

    await keeper.close()
    await keeper.ready()

    expect(warned).not.toHaveBeenCalled()
  })

  it('lets a search wait for a burst of changes to be taken in', async () => {
    const { store, file } = await newStore()
    const reading = openReading(file)
    reading.answers('storm')
    await save(store, Object.fromEntries(Array.from({ length: 3_100 }, (_, i) => [i + 1, `storm ${i}`])))
    reading.follower.refresh()
    const atOnce = reading.keeper.current()

    await reading.keeper.readyToAsk()

    expect(atOnce).toBeUndefined()
    expect(reading.keeper.current()?.size).toBe(3_100)
  })

  it('is stood in for by FTS5, which finds the best of any words too and says that it stands in', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm over rome', 2: 'flood' })
    const db = openForReading(file, { now: () => NOW })
    const follower = new Follower(db, new Names(db))
    const { node } = parseQuery('storm flood rome')
    if (node === undefined) throw new RangeError('the query has words')

    const found = new SearchReads(db).search(follower.columns(), node, { ...ASKED, order: 'relevance' })

    expect(found).toMatchObject({ relaxed: true, provisional: true, total: 2 })
    expect(found.hits.map((hit) => hit.id)).toEqual([1, 2])
    db.close()
  })
})

const WORDS = [
  'storm',
  'storms',
  'flood',
  'flooded',
  'rome',
  'running',
  'run',
  'a',
  'U.S.',
  'c++',
  '東京都',
  '博物館',
  '한국은',
  'élysée',
]

interface Change {
  readonly id: number
  readonly title: string
  readonly content: string
}

function someText(): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '))
}

function aChange(): fc.Arbitrary<Change> {
  return fc.record({ id: fc.integer({ min: 1, max: 9 }), title: someText(), content: someText() })
}

function aQuery(): fc.Arbitrary<string> {
  const term = fc.oneof(
    fc.constantFrom(...WORDS),
    fc
      .array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 3 })
      .map((parts) => `"${parts.join(' ')}"`),
    fc.constantFrom(
      'sto*',
      'r*',
      '京都',
      '都',
      '한국',
      'title:storm',
      'elysee',
      'site:paper.example',
      'lang:en',
      'source:paper',
      'nothing',
    ),
  )
  return fc
    .array(fc.tuple(term, fc.constantFrom(' ', ' ', ' OR ', ' -')), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([text, operator], i) => (i === 0 ? text : operator + text)).join(''))
}
