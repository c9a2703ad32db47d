import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { registerStore } from '../../src/cli/commands/store/store.ts'
import type { ExitCode } from '../../src/cli/io.ts'
import { DigestError } from '../../src/model/errors.ts'
import { EVERYTHING, type ItemFilter } from '../../src/model/filter.ts'
import { INITIAL_LOCATION } from '../../src/model/source.ts'
import type { PostgresAddress } from '../../src/model/store-address.ts'
import { DAY_MS, HOUR_MS } from '../../src/model/time.ts'
import { parseQuery } from '../../src/search/query/parse.ts'
import { type CopyOptions, copyStore } from '../../src/store/copy/copy-store.ts'
import type { Row, TableStore } from '../../src/store/copy/table-store.ts'
import { type CopiedTable, DATA_TABLES, HEAD_TABLES } from '../../src/store/copy/tables.ts'
import { lockPostgresForCollecting } from '../../src/store/postgres/digester-lock.ts'
import { openPostgresReadStore, openPostgresStore } from '../../src/store/postgres/open.ts'
import { openPostgresTables, openPostgresTablesForWriting } from '../../src/store/postgres/table-store.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import { lockForCollecting } from '../../src/store/sqlite/collector-lock.ts'
import { Database } from '../../src/store/sqlite/driver.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { openSqliteTables, openSqliteTablesForWriting } from '../../src/store/sqlite/table-store.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { compiled } from '../compiled.ts'
import { scratchFolder } from '../scratch-folder.ts'
import { aDraft, aFirstVisit, aScore, aSighting, aVisit, anInsert, FIRST_PAGE, NOW } from './drafts.ts'
import { kept, newFolder } from './kept.ts'
import { ask, hasPostgres, newAddress } from './postgres-fixture.ts'
import { searchIn } from './search-in.ts'
import { newSqliteFixture } from './sqlite-fixture.ts'

const OPTIONS = { now: () => NOW }
const COPIER = await compiled(fileURLToPath(new URL('copier.ts', import.meta.url)))

/** More than a batch of each large table. */
const ITEMS = 1_300

/** Rows in every table, with texts and bytes that are hard to copy, and numbers of deleted rows. */
async function fill(store: Store): Promise<void> {
  const sources = [
    aSource('paper', { name: 'Ze Paper "é" 東京', region: 'uk' }),
    aSource('hn', { weight: 0.1 + 0.2 }),
    aSource('blog'),
  ]
  await store.syncSources(sources, NOW)
  await store.reserveIds('item', ITEMS + 50)
  await store.reserveIds('story', ITEMS + 70)
  const words = ['storm', 'flood over Rome', '東京都 \\u0000 \\ "quoted"', 'élysée 𝒳 \t\n', '', 'nul \0 here']
  const draftOf = (id: number) =>
    aDraft(`n${id}`, {
      title: `${words[id % words.length]} ${id % 7}`,
      contentText: id % 3 === 0 ? `Other text on ${words[id % 5]}` : `<p>Content of n${id}.</p>`,
      tags: id % 4 === 0 ? ['Red', 'Ölpreis', `t${id % 9}`, 'z', 'Ä', 'a_b', 'a-b', 'a b'] : [],
      category: ['world', 'tech', 'general'][id % 3] ?? '',
      language: id % 5 === 0 ? null : 'en',
      imageUrl: id % 2 === 0 ? `https://paper.example/${id}.jpg` : null,
      enclosures: id % 11 === 0 ? [{ url: `https://paper.example/${id}.mp3`, mimeType: null, bytes: 7 }] : [],
      engagement: id % 6 === 0 ? { points: id, comments: null } : null,
      publishedAt: NOW - (id % 90) * HOUR_MS,
      ...(id % 13 === 0
        ? {
            url: `https://paper.example/page${id % 5}#part`,
            key: `https://paper.example/page${id % 5}#part${id}`,
          }
        : {}),
    })
  const ids = Array.from({ length: ITEMS }, (_, at) => at + 1)
  const drafts = ids.map((id) => ({ id, draft: draftOf(id) }))
  await store.saveVisit(
    aVisit('paper', {
      inserts: drafts.map(({ id, draft }) => anInsert(id, Math.ceil(id / 2), draft)),
      sightings: drafts.map(({ id, draft }) => aSighting(id, draft, { engagement: draft.engagement })),
      scores: drafts.map(({ id }) => aScore(id, Math.round(id / 3) / 10, NOW / 7 + id, 0.1)),
      representatives: ids.filter((id) => id % 2 === 0).map((id) => ({ storyId: id / 2, itemId: id })),
      validators: { etag: '"x"', lastModified: null },
      location: { ...INITIAL_LOCATION, movedTo: 'https://new.example/feed?token=abc' },
      events: [{ kind: 'failing', code: 'timeout', message: 'no answer' }],
    }),
  )
  await store.saveVisit(
    aVisit('hn', {
      at: NOW + 1,
      sightings: drafts.filter(({ id }) => id % 10 === 0).map(({ id, draft }) => aSighting(id, draft)),
      merges: [{ from: 3, into: 1 }],
      events: [{ kind: 'recovered', code: null, message: '' }],
    }),
  )
  await store.saveIcon('paper', { mimeType: 'image/png', bytes: Buffer.from([0, 1, 255, 10]) }, NOW, NOW)
  await store.saveIcon('blog', undefined, NOW, NOW + DAY_MS)
  await store.saveThumbnails(
    [
      { itemId: 2, imageUrl: 'https://paper.example/2.jpg', bytes: Buffer.from('a\0b'), nextCheckAt: NOW },
      { itemId: 4, imageUrl: 'https://paper.example/4.jpg', bytes: undefined, nextCheckAt: NOW },
    ],
    NOW,
  )
  await store.keepDigests(['morning'], NOW)
  const edition = { digest: 'morning', date: '2026-02-02', madeAt: NOW, storyCount: 1 }
  await store.saveEdition({ ...edition, body: '{"title":"Grüße, 東京"}' }, ['mail ann@example.org'])
  const hook = { name: 'alerts', historyId: 'course', position: 1 }
  await store.beginHook(hook, [1, 2])
  await store.advanceHook(hook, 2, { id: 'msg_1', mimeType: 'text/plain', text: 'Grüße, 東京' }, [3])
  await store.saveCorrections({ at: NOW + 2, deletes: [7, ITEMS], corrections: [] })
}

async function answersOf(store: ReadStore) {
  const ids = Array.from({ length: ITEMS }, (_, at) => at + 1)
  const filters: ItemFilter[] = [
    EVERYTHING,
    { ...EVERYTHING, distinctStory: true },
    { ...EVERYTHING, source: { include: ['hn'], exclude: ['blog'] } },
    { ...EVERYTHING, tag: { include: ['red'], exclude: ['T4'] } },
    { ...EVERYTHING, category: { include: ['tech'], exclude: [] }, minScore: 12 },
  ]
  const lists = []
  for (const filter of filters)
    for (const order of ['newest', 'oldest', 'score', 'hot', 'firstSeen'] as const)
      lists.push(await store.select(filter, order, FIRST_PAGE))
  const search = searchIn(store)
  const searches = []
  for (const query of ['storm', 'flood OR rome', '東京', '"over rome"', 'source:hn', 'sto*']) {
    const { node } = parseQuery(query)
    if (node === undefined) throw new Error(query)
    const { hits, total } = await search.find(node, EVERYTHING, 'relevance', FIRST_PAGE, NOW)
    searches.push({ query, total, hits })
  }
  const trends = await store.listTrendItems(EVERYTHING, 0, NOW + 1)
  return {
    storeId: await store.storeId(),
    version: store.version(),
    items: await store.findItems(ids),
    json: (await store.findItemJson(ids)).map(({ json }) => JSON.parse(json.toString()) as unknown),
    articles: await Promise.all(ids.filter((id) => id % 5 === 0).map((id) => store.findArticle(id))),
    lists,
    searches,
    suggestions: await search.suggest('sto', 9, NOW),
    stories: await Promise.all(ids.slice(0, 30).map((id) => store.resolveStoryId(id))),
    representatives: [...(await store.findRepresentatives(ids))],
    trends: Array.from(trends.itemId, (id, at) => [id, trends.storyId[at], trends.engagement[at]]),
    sources: await store.listSources(NOW),
    health: await store.listSourceHealth(NOW),
    events: await store.listSourceEvents(10),
    icons: await Promise.all(['paper', 'hn', 'blog'].map((id) => store.findIcon(id))),
    thumbnails: [await store.findThumbnail(2), await store.findThumbnail(4)],
    categories: await store.listCategories(NOW),
    digests: [...(await store.listDigests())],
    edition: await store.findEdition('morning'),
    deliveries: await store.listDeliveries('morning', '2026-02-02'),
    hook: await store.findHook('alerts'),
    announced: await store.listAnnounced('alerts', [1, 2, 3, 4]),
    stats: await statsOf(store),
  }
}

async function statsOf(store: ReadStore) {
  return { ...(await store.stats(NOW)), storage: undefined }
}

async function at<Answer>(
  place: string | PostgresAddress,
  askStore: (store: ReadStore) => Promise<Answer>,
): Promise<Answer> {
  const store = await (typeof place === 'string'
    ? openSqliteReadStore(place, OPTIONS)
    : openPostgresReadStore(place, OPTIONS))
  try {
    return await askStore(store)
  } finally {
    await store.close()
  }
}

const answersAt = (place: string | PostgresAddress) => at(place, answersOf)
const statsAt = (place: string | PostgresAddress) => at(place, statsOf)

/** Answers as JSON. PostgreSQL holds no U+0000. */
function asStored(answers: object): unknown {
  return JSON.parse(JSON.stringify(answers).replaceAll('\\u0000 here', '\ufffd here'))
}

let filled: Promise<string> | undefined

/** A store with rows in every table, the same one for each test. */
async function filledFile(): Promise<string> {
  const file = join(newFolder(), 'digest.db')
  copyFileSync(await (filled ??= fillNew(scratchFolder('filled'))), file)
  return file
}

async function fillNew(folder: string): Promise<string> {
  const file = join(folder, 'digest.db')
  const store = await openSqliteStore(file, OPTIONS)
  await fill(store)
  await store.close()
  return file
}

/** Copies between two places and closes both. */
async function copy(from: string | PostgresAddress, to: string | PostgresAddress, options: CopyOptions = {}) {
  const source = await (typeof from === 'string' ? openSqliteTables(from) : openPostgresTables(from))
  const target = await openTarget(to)
  try {
    return await copyStore(source, target, options)
  } finally {
    await source.close()
    await target.close()
  }
}

function openTarget(to: string | PostgresAddress): Promise<TableStore> {
  return typeof to === 'string'
    ? openSqliteTablesForWriting(to, OPTIONS)
    : openPostgresTablesForWriting(to, OPTIONS)
}

async function failureOf(work: Promise<unknown>): Promise<DigestError> {
  const failure = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(failure instanceof DigestError)) throw new TypeError('it did not fail by name', { cause: failure })
  return failure
}

/** Aborts after so many batches. */
function abortAfter(batches: number): CopyOptions {
  const stop = new AbortController()
  let left = batches
  return {
    signal: stop.signal,
    onProgress: ({ kind, done }) => {
      if (kind === 'copied' && done > 0 && (left -= 1) === 0) stop.abort()
    },
  }
}

describe.skipIf(!hasPostgres('copies of stores'))('a copy', () => {
  it('from SQLite to PostgreSQL and back gives the same answers and the same rows', async () => {
    const file = await filledFile()
    const address = await newAddress()
    const back = join(newFolder(), 'back.db')
    const expected = await answersAt(file)

    const there = await copy(file, address)
    const andBack = await copy(address, back)

    expect(there.start).toBe('anew')
    expect(there.tables.filter(({ rows }) => rows === 0)).toEqual([])
    expect(andBack.tables).toEqual(there.tables)
    const answers = await answersAt(address)
    expect(asStored(answers)).toEqual(asStored(expected))
    expect(await answersAt(back)).toEqual(answers)
  })

  it('knows every column that either engine has', async () => {
    const file = (await newSqliteFixture()).file
    await (await openSqliteStore(file, OPTIONS)).close()
    const address = await newAddress()
    await (await openPostgresStore(address, OPTIONS)).close()
    const copied = [...HEAD_TABLES, ...DATA_TABLES]
      .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
      .sort()

    const db = new Database(file, { readonly: true })
    const ofSqlite = db
      .prepare(
        `SELECT t.name || '.' || c.name FROM pragma_table_list t, pragma_table_info(t.name) c
          WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
      )
      .pluck()
      .all() as string[]
    db.close()
    const ofPostgres = await ask(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema()`,
      address.url,
    )

    expect(ofSqlite.filter((name) => name !== 'items.title_key').sort()).toEqual(copied)
    expect(
      ofPostgres
        .map(({ name }) => String(name))
        .filter((name) => !/^(?:content_digest|caches|contents_\w+|inbox|site_leases)\./.test(name))
        .sort(),
    ).toEqual(copied)
  })

  it('continues the numbers of its source: of items, stories, changes, events and sightings', async () => {
    const file = await filledFile()
    const db = new Database(file)
    db.exec(`UPDATE sqlite_sequence SET seq = 900 WHERE name = 'source_events'`)
    db.close()
    const address = await newAddress()
    const back = join(newFolder(), 'back.db')
    await copy(file, address)
    await copy(address, back)

    const answers = []
    for (const store of [
      await openSqliteStore(file, OPTIONS),
      kept(await openPostgresStore(address, OPTIONS)),
      await openSqliteStore(back, OPTIONS),
    ]) {
      const first = await store.reserveIds('item', 2)
      await store.saveVisit(
        aFirstVisit(
          'paper',
          { [first]: aDraft('later', { category: 'novel' }) },
          { at: NOW + 9, events: [{ kind: 'failing', code: 'dns', message: 'no such host' }] },
        ),
      )
      await store.syncSources([aSource('paper'), aSource('another')], NOW + 9)
      const events = await store.listSourceEvents(1)
      answers.push([first, await store.reserveIds('story', 1), store.version().seq, events[0]?.id])
      await store.close()
    }

    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(answers[0]?.[3]).toBe(901)
  })

  it('goes on where it was interrupted, in either direction, as often as it is', async () => {
    const file = await filledFile()
    const address = await newAddress()
    const back = join(newFolder(), 'back.db')
    const expected = await answersAt(file)
    for (const [from, to] of [
      [file, address],
      [address, back],
    ] as const) {
      for (let interrupted = 0; interrupted < 6; interrupted += 1)
        await expect(copy(from, to, abortAfter(4))).rejects.toMatchObject({ name: 'AbortError' })

      expect((await copy(from, to)).start).toBe('resumed')
    }

    expect(asStored(await answersAt(back))).toEqual(asStored(expected))
  })

  it('between two files hears of an interruption too', async () => {
    const file = await filledFile()
    const to = join(newFolder(), 'to.db')
    const stop = new AbortController()
    const onProgress = () => void setImmediate(() => stop.abort())

    await expect(copy(file, to, { onProgress, signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })

    expect((await copy(file, to)).start).toBe('resumed')
    expect(asStored(await answersAt(to))).toEqual(asStored(await answersAt(file)))
  })

  it('writes no row twice when it goes on', async () => {
    const file = await filledFile()
    const address = await newAddress()
    await expect(copy(file, address, abortAfter(9))).rejects.toMatchObject({ name: 'AbortError' })
    const source = await openSqliteTables(file)
    const target = await openTarget(address)
    const before = await rowsOf(target)
    let appended = 0
    const counting: TableStore = {
      ...target,
      append: (table, rows) => {
        appended += rows.length
        return target.append(table, rows)
      },
    }

    await copyStore(source, counting)

    expect(before).toBeGreaterThan(0)
    expect(appended).toBe((await rowsOf(source)) - before)
    await source.close()
    await target.close()
  })

  it('leaves the source free to close when the target cannot be read', async () => {
    const source = await openSqliteTables(await filledFile())
    const target = await openSqliteTablesForWriting(join(newFolder(), 'to.db'), OPTIONS)
    await copyStore(source, target)
    const lost = new DigestError('storeFailed', 'the connection was lost')
    const failing: TableStore = {
      ...target,
      snapshot: (work) =>
        target.snapshot((reader) => {
          const batches = (table: CopiedTable) => {
            if (table.name === 'items') throw lost
            return reader.batches(table)
          }
          return work({ ...reader, batches })
        }),
    }

    await expect(copyStore(source, failing)).rejects.toBe(lost)

    await source.close()
    await target.close()
  })

  it('goes on after its process was killed', async () => {
    const file = await filledFile()
    const address = await newAddress()
    for (const lines of [6, 12, 18]) {
      const child = spawn(process.execPath, [COPIER, file, address.url], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(child, 'close')
      let seen = 0
      for await (const line of createInterface({ input: child.stdout })) {
        expect(line).toMatch(/^copied /)
        if ((seen += 1) === lines) child.kill('SIGKILL')
        if (seen >= lines) break
      }
      await ended
    }

    expect((await copy(file, address)).start).toBe('resumed')
    expect(await statsAt(address)).toEqual(await statsAt(file))
  })

  it('that is unfinished opens as no store', async () => {
    const file = await filledFile()
    const address = await newAddress()
    const other = join(newFolder(), 'other.db')
    for (const to of [address, other])
      await expect(copy(file, to, abortAfter(9))).rejects.toMatchObject({ name: 'AbortError' })

    const attempts = [
      () => openPostgresStore(address, OPTIONS),
      () => openPostgresReadStore(address, OPTIONS),
      () => openSqliteStore(other, OPTIONS),
      () => openSqliteReadStore(other, OPTIONS),
    ]

    for (const open of attempts)
      expect((await failureOf(open())).message).toContain(
        `is an unfinished copy of another store: run the same 'content-digest store copy' or 'restore' again`,
      )
    const third = join(newFolder(), 'third.db')
    expect((await failureOf(copy(other, third))).message).toContain('is an unfinished copy')
  })

  it('into the store of others is refused, and nothing is changed', async () => {
    const file = await filledFile()
    const address = await newAddress()
    const store = await openPostgresStore(address, OPTIONS)
    await store.syncSources([aSource('paper')], NOW)
    await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
    const before = await answersOf(store)
    await store.close()

    const failure = await failureOf(copy(file, address))

    expect(failure).toMatchObject({ code: 'storeForeign' })
    expect(failure.message).toContain('has the items of another store')
    expect(await answersAt(address)).toEqual(before)
  })

  it('that is finished is verified again, and left as it is once it is used', async () => {
    const file = await filledFile()
    const address = await newAddress()
    const first = await copy(file, address)

    expect(await copy(file, address)).toEqual({ start: 'copied', tables: first.tables })

    const store = await openPostgresStore(address, OPTIONS)
    await store.saveVisit(aVisit('paper', { at: NOW + 50, outcome: 'unchanged' }))
    await store.close()
    expect((await failureOf(copy(file, address))).message).toContain('has changed since')
    const again = await openPostgresStore(address, OPTIONS)
    await again.saveVisit(aFirstVisit('paper', { 5000: aDraft('new') }, { at: NOW + 60 }))
    await again.close()
    expect(await failureOf(copy(file, address))).toMatchObject({ code: 'storeForeign' })
    expect((await statsAt(address)).items.total).toBe(ITEMS - 1)
  })

  it('says that its source was written meanwhile, and is right when it is made again', async () => {
    const file = await filledFile()
    const address = await newAddress()
    const writer = await openSqliteStore(file, OPTIONS)
    let writing: Promise<unknown> | undefined
    const onProgress: CopyOptions['onProgress'] = ({ table }) => {
      if (table === 'sightings')
        writing ??= writer.saveCorrections({ at: NOW + 5, deletes: [1, 2, 3], corrections: [] })
    }

    const failure = await failureOf(copy(file, address, { onProgress }))
    await writing

    expect(failure.message).toContain('was written while it was copied')
    expect((await copy(file, address)).start).toBe('anew')
    expect(await statsAt(address)).toEqual(await statsAt(file))
    await writer.close()
  })

  it('names the table that differs, and is right when it is made again', async () => {
    const file = await filledFile()
    const address = await newAddress()
    const source = await openSqliteTables(file)
    const target = await openTarget(address)
    const faulty: TableStore = {
      ...target,
      append: (table, rows) =>
        target.append(
          table,
          rows.map((row) => withFault(table, row)),
        ),
    }

    const failure = await failureOf(copyStore(source, faulty))

    expect(failure.message).toContain('the table contents differs')
    expect(failure.code).toBe('storeFailed')
    expect((await copyStore(source, target)).start).toBe('anew')
    await source.close()
    await target.close()
  })
})

/** Another text of one article. */
function withFault({ name, columns }: CopiedTable, row: Row): Row {
  if (name !== 'contents' || row[0] !== 200) return row
  return row.map((cell, at) => (columns[at]?.name === 'html' ? 'other' : cell))
}

function rowsOf(store: TableStore): Promise<number> {
  return store.snapshot(async (reader) => {
    let rows = 0
    for (const table of DATA_TABLES) rows += await reader.count(table)
    return rows
  })
}

/** Runs the command, and gives what it printed and its exit code; rejects with its error. */
async function run(...args: string[]) {
  const printed = { stdout: '', stderr: '', code: undefined as ExitCode | undefined }
  const program = new Command().exitOverride()
  registerStore(program, {
    io: {
      stdout: { write: (text) => (printed.stdout += text) },
      stderr: { write: (text) => (printed.stderr += text) },
    },
    cwd: newFolder(),
    env: {},
    now: () => NOW,
    exit: (code) => {
      printed.code = code
    },
  })
  await program.parseAsync(['store', 'copy', ...args], { from: 'user' })
  return printed
}

describe.skipIf(!hasPostgres('the command that copies stores'))('store copy', () => {
  it('copies, and prints the rows of each table', async () => {
    const file = await filledFile()
    const address = await newAddress()

    const there = await run('--from', `sqlite:${file}`, '--to', address.url)
    const again = await run('--from', `sqlite:${file}`, '--to', address.url)

    expect(there.code).toBe(0)
    expect(there.stdout).toMatch(/^items +1298 {2}[0-9a-f]{16}$/m)
    expect(there.stdout).toMatch(/: copied; the rows of both stores are the same\n$/)
    expect(there.stderr).toContain('copied items: 1298 rows\n')
    expect(there.stderr).toContain('verified items: 1298 rows\n')
    expect(again.stdout).toContain('was copied already')
    expect(await statsAt(address)).toEqual(await statsAt(file))
  })

  it('says what is wrong with the addresses, and makes nothing', async () => {
    const file = await filledFile()
    const none = join(newFolder(), 'none.db')
    const to = join(newFolder(), 'to.db')
    const address = await newAddress()

    const failures = [
      await failureOf(run('--from', `sqlite:${none}`, '--to', `sqlite:${to}`)),
      await failureOf(run('--from', address.url, '--to', `sqlite:${to}`)),
      await failureOf(run('--from', file, '--to', `sqlite:${to}`)),
      await failureOf(run('--from', `sqlite:${file}`, '--to', `sqlite:${file}`)),
    ]

    expect(failures.map(({ code }) => code)).toEqual(failures.map(() => 'parameterInvalid'))
    expect(failures.map(({ message }) => message.replace(/at \S+$/, 'at X'))).toEqual([
      '--from: there is no store at X',
      '--from: there is no store at X',
      expect.stringMatching(/^--from must be sqlite: and a file/),
      '--from and --to name the same store',
    ])
    expect([none, to].filter((each) => existsSync(each))).toEqual([])
  })

  it('refuses while somebody collects into either store', async () => {
    const file = await filledFile()
    const address = await newAddress()
    const flags = ['--from', `sqlite:${file}`, '--to', address.url]

    const ofSource = lockForCollecting(file)
    const failures = [await failureOf(run(...flags))]
    ofSource.release()
    const ofTarget = await lockPostgresForCollecting(address)
    failures.push(await failureOf(run(...flags)))
    await ofTarget.release()

    expect(failures.map(({ code }) => code)).toEqual(['storeInUse', 'storeInUse'])
    expect(failures[0]?.message).toBe(`a service collects into ${file}: stop it while the store is copied`)
    expect((await run(...flags)).code).toBe(0)
  })

  it('says that it goes on where the database failed', async () => {
    const file = await filledFile()
    const to = join(newFolder(), 'to.db')
    await (await openSqliteTablesForWriting(to, OPTIONS)).close()
    const target = new Database(to)
    target.exec("CREATE TRIGGER full BEFORE INSERT ON contents BEGIN SELECT RAISE(ABORT, 'no room'); END")

    const failure = await failureOf(run('--from', `sqlite:${file}`, '--to', `sqlite:${to}`))
    target.exec('DROP TRIGGER full')
    target.close()

    expect(failure.message).toMatch(/no room .*; fix this, then run the same command again to continue$/)
    const again = await run('--from', `sqlite:${file}`, '--to', `sqlite:${to}`)
    expect(again.stdout).toContain('copied, after an earlier part')
  })

  it('refuses the store of others, in a file too, with nothing made beside it', async () => {
    const file = await filledFile()
    const other = await fillNew(newFolder())

    const failure = await failureOf(run('--from', `sqlite:${file}`, '--to', `sqlite:${other}`))

    expect(failure).toMatchObject({ code: 'storeForeign' })
    expect(existsSync(`${other}-collector`)).toBe(false)
  })
})
