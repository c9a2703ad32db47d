import { EventEmitter, once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { EVERYTHING } from '../../src/model/filter.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import { type BuiltIndex, buildIndex, indexOf } from '../../src/search/build-index.ts'
import { IndexFile, keepIndexFile } from '../../src/search/index-file.ts'
import { IndexSync, type IndexSyncOptions } from '../../src/search/index-sync.ts'
import { parseQuery } from '../../src/search/query/parse.ts'
import { type SelectRequest, selectItems } from '../../src/search/select-items.ts'
import { Database } from '../../src/store/sqlite/driver.ts'
import { openSqliteSearchSource, openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { hostileQuery } from '../api/hostile-queries.ts'
import { fc } from '../properties.ts'
import { aDraft, anInsert, aVisit, NOW } from '../store/drafts.ts'
import { newFolder } from '../store/kept.ts'
import { oldSideFile } from '../store/old-side-file.ts'

const IMPATIENT_MS = 50

const REQUEST: SelectRequest = {
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

/** One reading connection with an index in memory. */
async function openReading(file: string, isLarge = false, refreshIntervalMs = 0) {
  const { source, close: closeSource } = await openSqliteSearchSource(file)
  await source.reading(() => undefined)
  let builtBy = 0
  const index = new IndexSync(source, {
    ...(isLarge ? { maxSynchronous: 0 } : {}),
    refreshIntervalMs,
    build: (from, onProgress) => {
      builtBy += 1
      return {
        built: buildIndex(from, onProgress),
        stop: () => Promise.resolve(),
      }
    },
  })
  const close = async (): Promise<void> => {
    await index.close()
    await closeSource()
  }
  closing.push(close)
  const refresh = () => source.catchUp(source.version().seq)
  /** Ids found with all words; `undefined` where the query has nothing to look for. */
  const hits = async (query: string) => {
    const { node } = parseQuery(query)
    if (node === undefined) return undefined
    await refresh()
    const current = await index.current()
    if (current === undefined) throw new RangeError('the index is not there')
    const found = await selectItems({ index: current, columns: source.columns() }, node, REQUEST)
    return found.relaxed === true || found.corrected !== undefined ? [] : found.hits.map((hit) => hit.id)
  }
  return { index, source, refresh, hits, close, built: () => builtBy }
}

/** Over a store with items, whose index is built by `build`. */
async function openBuilding(
  build: NonNullable<IndexSyncOptions['build']>,
  patienceMs = 5_000,
): Promise<IndexSync> {
  const { store, file } = await newStore()
  await save(store, { 1: 'storm', 2: 'flood' })
  const { source, close } = await openSqliteSearchSource(file)
  await source.reading(() => undefined)
  closing.push(async () => close())
  return new IndexSync(source, { maxSynchronous: 0, patienceMs, build })
}

function muteWarnings() {
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
  it('finds after any changes what an index built anew finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aChange(), { minLength: 1, maxLength: 12 }),
        fc.array(aQuery(), { minLength: 1, maxLength: 12 }),
        async (changes, queries) => {
          const { store, file } = await newStore()
          const reading = await openReading(file)
          await reading.hits('storm')
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

          const fresh = await openReading(file)
          for (const query of queries) {
            expect({ query, ids: await reading.hits(query) }).toEqual({ query, ids: await fresh.hits(query) })
          }
          await reading.close()
          await fresh.close()
        },
      ),
      { numRuns: 40 },
    )
  })

  it('forgets what is pruned', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm one', 2: 'storm two', 3: 'storm three' })
    const reading = await openReading(file)
    expect(await reading.hits('storm')).toEqual([1, 2, 3])

    await store.prune({ firstSeenBefore: 0, maxItemsPerSource: 1 })

    expect(await reading.hits('storm')).toEqual([1])
  })

  it('takes in changes once in its interval, and says up to which', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm', 2: 'storm' })
    const reading = await openReading(file, false, HOUR_MS)
    await reading.hits('storm')
    await save(store, { 3: 'storm' })
    await reading.hits('storm')
    const { seq } = reading.source.version()

    await save(store, { 4: 'storm' })

    expect(await reading.hits('storm')).toEqual([1, 2, 3])
    expect(reading.index.version().seq).toBe(seq)
    expect(reading.source.version().seq).toBeGreaterThan(seq)
  })

  it('takes in changes without a search after its interval', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm' })
    const reading = await openReading(file, false, 1)
    await reading.hits('storm')

    await save(store, { 2: 'storm' })
    await reading.refresh()

    await vi.waitFor(() => expect(reading.index.version().seq).toBe(reading.source.version().seq))
    expect(await reading.hits('storm')).toEqual([1, 2])
  })

  it('is written at the end, read at the next start, and takes in what happened between', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm', 2: 'flood', 3: 'storm and flood' })
    const first = await openReading(file, true)
    await first.index.ready()
    await first.close()
    await save(store, { 4: 'a new storm' })

    const second = await openReading(file, true)
    await second.index.ready()

    expect([first.built(), second.built()]).toEqual([1, 0])
    expect(await second.hits('storm')).toEqual([1, 3, 4])
    expect(await second.hits('flood')).toEqual([2, 3])
  })

  it.each([
    ['damaged', (bytes: Buffer) => bytes.fill(7, bytes.length >> 1, (bytes.length >> 1) + 8)],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
    ['of something else', () => Buffer.from('no index at all')],
    ['empty', () => Buffer.alloc(0)],
    [
      'of the format of 1.0',
      () => oldSideFile('DIGESTIX', '{"version":{"seq":1,"at":1,"made":"15"},"segments":[]}'),
    ],
    ['of another version of its format', (bytes: Buffer) => bytes.fill('?', 'digest search '.length, 15)],
  ])('is built anew where its file is %s', async (_, spoil) => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm', 2: 'flood', 3: 'storm and flood' })
    const first = await openReading(file, true)
    await first.index.ready()
    await first.close()
    writeFileSync(`${file}-search`, spoil(readFileSync(`${file}-search`)))

    const second = await openReading(file, true)
    await second.index.ready()

    expect(second.built()).toBe(1)
    expect(await second.hits('storm')).toEqual([1, 3])
  })

  it('is built anew where the file is that of another store', async () => {
    const { store, file } = await newStore()
    const other = await newStore()
    await save(store, { 1: 'storm', 2: 'flood' })
    await other.store.saveVisit(
      aVisit('paper', { at: NOW + HOUR_MS, inserts: [anInsert(9, 9, aDraft('a9'))] }),
    )
    const reading = await openReading(other.file, true)
    await reading.index.ready()
    await reading.close()
    writeFileSync(`${file}-search`, readFileSync(`${other.file}-search`))

    const second = await openReading(file, true)
    await second.index.ready()

    expect(second.built()).toBe(1)
    expect(await second.hits('storm')).toEqual([1])
  })

  it('takes hostile queries as text', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm over rome', 2: '東京都', 3: 'c++ 🚀' })
    const reading = await openReading(file)

    await fc.assert(
      fc.asyncProperty(hostileQuery(), async (query) => {
        const hits = await reading.hits(query)
        expect(hits?.length ?? 0).toBeLessThanOrEqual(3)
      }),
      { numRuns: 600 },
    )
  })

  it('refuses searches while a large store has no index, and tells how far it is', async () => {
    let finish: () => void = () => undefined
    let report: (share: number) => void = () => undefined
    const index = await openBuilding((file, onProgress) => {
      report = onProgress
      report(0.4)
      const built = new Promise<BuiltIndex>((resolve) => {
        finish = () => resolve(buildIndex(file, () => undefined))
      })
      return { built, stop: () => Promise.resolve() }
    }, IMPATIENT_MS)

    await expect(index.ready()).rejects.toMatchObject({
      code: 'searchUnavailable',
      message: 'The search index is being built: 40 % so far. Everything else answers.',
    })
    expect(await index.state()).toEqual({ status: 'building', progress: 0.4 })
    expect(await index.current()).toBeUndefined()
    report(1)
    expect(await index.state()).toEqual({ status: 'building', progress: 0.99 })

    finish()
    expect((await index.ready()).size).toBe(2)
    expect(await index.state()).toEqual({ status: 'ready', progress: 1 })
    await index.close()
  })

  it('writes a file for the next process, and brings it up to date', async () => {
    const { store, file } = await newStore()
    await save(store, Object.fromEntries(Array.from({ length: 3_050 }, (_, i) => [i + 1, `storm ${i}`])))
    await save(store, { 3_051: 'hurricane' })
    await keepIndexFile(store.searchSource)
    const first = await openReading(file, true)
    await first.index.ready()
    await first.close()
    await save(store, { 4_000: 'a new flood' })
    const draft = aDraft('a1', { title: 'rain' })
    await store.saveVisit(aVisit('paper', { edits: [{ itemId: 1, draft, updatedAt: NOW }] }))
    await store.saveCorrections({ at: NOW, deletes: [3_051], corrections: [] })

    await keepIndexFile(store.searchSource)

    const second = await openReading(file, true)
    await second.index.ready()
    expect(await second.hits('flood')).toEqual([4_000])
    expect(await second.hits('rain')).toEqual([1])
    expect(await second.hits('hurricane')).toEqual([])
    await second.index.close()
    expect([first.built(), second.built()]).toEqual([0, 0])
  })

  it('reads the file of a small store, and replaces one that cannot be used', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm', 2: 'flood' })
    await keepIndexFile(store.searchSource)
    const kept = readFileSync(`${file}-search`)
    // A change that the log does not have: only an index that was built anew shows it.
    const db = new Database(file)
    db.exec(`UPDATE items SET title = 'rain' WHERE id = 1`)
    db.close()
    const byFile = await openReading(file)
    expect(await byFile.hits('storm')).toEqual([1])
    await byFile.close()
    writeFileSync(`${file}-search`, 'junk')

    await keepIndexFile(store.searchSource)

    expect(readFileSync(`${file}-search`).length).toBe(kept.length)
    const anew = await openReading(file)
    expect([await anew.hits('storm'), await anew.hits('rain')]).toEqual([[], [1]])
  })

  it('writes the same index again if it could not be written', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm' })
    const source = store.searchSource
    const { segments } = await indexOf(source)
    const written = new IndexFile(source)
    mkdirSync(`${file}-search`)
    await written.write(source.version(), segments)
    rmdirSync(`${file}-search`)

    await written.write(source.version(), segments)

    expect(await written.read()).toBeDefined()
  })

  it('has no file for a store without items', async () => {
    const { store, file } = await newStore()

    await keepIndexFile(store.searchSource)

    expect(existsSync(`${file}-search`)).toBe(false)
  })

  it('warns where it cannot be built', async () => {
    const warned = muteWarnings()
    const index = await openBuilding(() => ({
      built: Promise.reject(new Error('no memory left')),
      stop: () => Promise.resolve(),
    }))

    await expect(index.ready()).rejects.toMatchObject({ code: 'searchUnavailable' })

    expect(warned.mock.calls.map(([text]) => text)).toEqual([
      'the search index could not be built: no memory left',
    ])
    expect((await index.state()).status).toBe('failed')
    expect(await index.current()).toBeUndefined()
  })

  it('does not warn where its building is only stopped', async () => {
    const warned = muteWarnings()
    const thread = new EventEmitter()
    const index = await openBuilding(() => {
      thread.emit('begun')
      const ended = once(thread, 'stop').then(() => Promise.reject(new Error('the thread ended')))
      return { built: ended, stop: async () => void thread.emit('stop') }
    })
    const begun = once(thread, 'begun')
    void index.begin()
    await begun

    await index.close()
    await new Promise(setImmediate)

    expect(warned).not.toHaveBeenCalled()
  })

  it('loses no edit and no deletion that comes while items are read from a database elsewhere', async () => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm', 2: 'flood' })
    const { source, close } = await openSqliteSearchSource(file)
    await source.reading(() => undefined)
    let meanwhile = () => Promise.resolve()
    const index = new IndexSync({
      address: source.address,
      isOpen: true,
      reading: (work) => source.reading(work),
      columns: () => source.columns(),
      version: () => source.version(),
      subscribe: (listener) => source.subscribe(listener),
      catchUp: (seq) => source.catchUp(seq),
      changeAt: (seq) => source.changeAt(seq),
      lastSeq: () => source.lastSeq(),
      count: () => source.count(),
      allDocuments: () => source.allDocuments(),
      findTexts: (ids, chars) => source.findTexts(ids, chars),
      listTitles: (ids) => source.listTitles(ids),
      sourceName: (slug) => source.sourceName(slug),
      categoryNameOf: (slug) => source.categoryNameOf(slug),
      async findDocuments(ids) {
        const documents = await source.findDocuments(ids)
        await meanwhile()
        return documents
      },
    })
    closing.push(async () => {
      await index.close()
      await close()
    })
    await index.current()
    const edit = (title: string) => ({
      edits: [1, 2].map((itemId) => ({ itemId, draft: aDraft(`a${itemId}`, { title }), updatedAt: NOW })),
    })
    await store.saveVisit(aVisit('paper', edit('rain')))
    await source.catchUp(source.version().seq)
    meanwhile = async () => {
      meanwhile = () => Promise.resolve()
      await store.saveVisit(aVisit('paper', edit('snow')))
      await store.saveCorrections({ at: NOW, deletes: [2], corrections: [] })
      await source.catchUp(source.version().seq)
    }

    const current = await index.current()

    const found = ['storm', 'rain', 'snow', 'flood'].map(async (word) => {
      const { node } = parseQuery(word)
      if (current === undefined || node === undefined) throw new RangeError('there is nothing to search')
      const searched = { index: current, columns: source.columns() }
      const { hits } = await selectItems(searched, node, { ...REQUEST, allWords: true })
      return hits.map((hit) => hit.id)
    })
    expect(await Promise.all(found)).toEqual([[], [], [1], []])
    expect(current?.size).toBe(1)
  })

  it.each([
    ['more is saved', () => undefined],
    [
      'changes are pruned that it has not read',
      (db: Database) => db.exec('DELETE FROM changes WHERE seq < (SELECT max(seq) FROM changes)'),
    ],
  ])('is written at the end with all that its version has, also if %s meanwhile', async (_, change) => {
    const { store, file } = await newStore()
    await save(store, { 1: 'storm' })
    const { source, close } = await openSqliteSearchSource(file)
    await source.reading(() => undefined)
    let meanwhile = () => Promise.resolve()
    const findDocuments = async (ids: readonly number[]) => {
      const documents = await source.findDocuments(ids)
      await meanwhile()
      return documents
    }
    const index = new IndexSync({ ...source, isOpen: true, findDocuments })
    await index.current()
    await save(store, { 2: 'storm' })
    await source.catchUp(source.version().seq)
    meanwhile = async () => {
      meanwhile = () => Promise.resolve()
      await save(store, { 3: 'storm', 4: 'flood' })
      const db = new Database(file)
      change(db)
      db.close()
      await source.catchUp(source.version().seq)
    }

    await index.close()

    await close()
    expect(await (await openReading(file)).hits('storm')).toEqual([1, 2, 3])
  })

  it('lets a search wait for a burst of changes to be taken in', async () => {
    const { store, file } = await newStore()
    const reading = await openReading(file)
    await reading.hits('storm')
    await save(store, Object.fromEntries(Array.from({ length: 3_100 }, (_, i) => [i + 1, `storm ${i}`])))
    await reading.refresh()
    const atOnce = await reading.index.current()

    await reading.index.ready()

    expect(atOnce).toBeUndefined()
    expect((await reading.index.current())?.size).toBe(3_100)
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
