import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { backup } from '../../src/cli/commands/store/backup.ts'
import { restore } from '../../src/cli/commands/store/restore.ts'
import { info, vacuumStore } from '../../src/cli/commands/store/store-upkeep.ts'
import type { CommandDeps } from '../../src/cli/io.ts'
import { backupInProcess, startBackups } from '../../src/cli/serve/backups.ts'
import type { BackupState } from '../../src/model/backup.ts'
import { PUT_REASONS } from '../../src/model/change.ts'
import { EVERYTHING } from '../../src/model/filter.ts'
import { DAY_MS, MINUTE_MS } from '../../src/model/time.ts'
import { restoreToFile, withUnpacked } from '../../src/store/backup/restore.ts'
import { requireRoom } from '../../src/store/backup/room.ts'
import { backupName, listBackups } from '../../src/store/backup/rotation.ts'
import { writeBackup } from '../../src/store/backup/write-backup.ts'
import { engineOf } from '../../src/store/engine-of.ts'
import { lockForCollecting } from '../../src/store/sqlite/collector-lock.ts'
import { Database } from '../../src/store/sqlite/driver.ts'
import { inspectFile } from '../../src/store/sqlite/inspect.ts'
import { migrate, readMigrations } from '../../src/store/sqlite/migrations.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { compiled } from '../compiled.ts'
import { aDraft, aFirstVisit, aVisit, FIRST_PAGE, NOW } from './drafts.ts'
import { newFolder } from './kept.ts'
import { hasPostgres, newPostgresFixture } from './postgres-fixture.ts'
import { RandomChanges } from './random-changes.ts'
import { newSqliteFixture } from './sqlite-fixture.ts'

const OPTIONS = { now: () => NOW }
const WRITER = await compiled(fileURLToPath(new URL('writer.ts', import.meta.url)))
/** `writer.ts` saves so many items in one transaction. */
const ITEMS_A_GROUP = 15
const NEVER = new AbortController().signal

async function filledStore(rounds = 20): Promise<string> {
  const { file } = await newSqliteFixture()
  const store = await openSqliteStore(file, OPTIONS)
  const changes = new RandomChanges(7)
  await changes.begin(store)
  for (let round = 0; round < rounds; round += 1) await changes.change(store)
  await store.close()
  return file
}

async function newBackup(store: string): Promise<string> {
  const file = join(newFolder(), 'backup.db.gz')
  await writeBackup(async (copy) => (await engineOf({ kind: 'sqlite', file: store })).copyTo(copy), file)
  return file
}

async function listOf(file: string) {
  const store = await openSqliteReadStore(file, OPTIONS)
  try {
    const { ids, total } = await store.select(EVERYTHING, 'hot', FIRST_PAGE)
    return { total, items: await store.findItems(ids), id: await store.storeId() }
  } finally {
    await store.close()
  }
}

function run(folder: string): { readonly deps: CommandDeps; readonly text: () => string } {
  let text = ''
  const output = { write: (more: string) => (text += more) }
  const deps = {
    io: { stdout: output, stderr: output },
    cwd: folder,
    env: {},
    now: () => NOW,
    exit: () => undefined,
  }
  return { deps, text: () => text }
}

describe('a backup', () => {
  it('that is made while another process saves visits is whole, and one moment of the store', async () => {
    const { file } = await newSqliteFixture()
    const store = await openSqliteStore(file, OPTIONS)
    // Several steps of the copy, so that writes come between them.
    const html = 'x'.repeat(20_000)
    await store.syncSources([aSource('paper'), aSource('hn')], NOW)
    const large = Array.from({ length: 1_000 }, (_, at) => 1e6 + at)
    await store.saveVisit(
      aFirstVisit(
        'paper',
        Object.fromEntries(large.map((id) => [id, aDraft(`l${id}`, { contentHtml: html })])),
      ),
    )
    await store.close()
    // Not through a pipe: this thread reads none while it checks a file, and the writer would fail.
    const log = openSync(join(newFolder(), 'saved'), 'w')
    const writer = spawn(process.execPath, [WRITER, file, 'paper'], {
      stdio: ['ignore', log, 'inherit'],
    })
    const live = new Database(file, { readonly: true })
    let last = large.length
    try {
      for (let n = 0; n < 2; n += 1) {
        while (writer.exitCode === null && countIn(live, 'items') <= last) await setImmediate()
        const target = join(newFolder(), 'digest.db')
        const { summary } = await restoreToFile(reading(await newBackup(file)), target)

        const db = new Database(target)
        const counts = ['items', 'contents', 'sightings', 'stories', 'addresses'].map((table) =>
          countIn(db, table),
        )
        expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
        db.close()
        expect(counts).toEqual(counts.map(() => summary.items))
        expect((summary.items - large.length) % ITEMS_A_GROUP).toBe(0)
        expect(summary.items).toBeGreaterThan(last)
        last = summary.items
      }
      expect(writer.exitCode).toBeNull()
    } finally {
      live.close()
      const ended = once(writer, 'exit')
      writer.kill('SIGKILL')
      await ended
      closeSync(log)
    }
  })

  it('ends though another connection writes between all of its steps', async () => {
    const { file } = await newSqliteFixture()
    const store = await openSqliteStore(file, OPTIONS)
    await store.syncSources([aSource('paper')], NOW)
    const html = 'x'.repeat(20_000)
    const ids = Array.from({ length: 2_000 }, (_, at) => at + 1)
    const drafts = ids.map((id) => [id, aDraft(`n${id}`, { contentHtml: html })] as const)
    await store.saveVisit(aFirstVisit('paper', Object.fromEntries(drafts)))

    const copied = new AbortController()
    const copying = (await engineOf({ kind: 'sqlite', file }))
      .copyTo(join(newFolder(), 'copy.db'))
      .finally(() => copied.abort())
    let writes = 0
    for (; writes < 500 && !copied.signal.aborted; writes += 1) {
      await store.saveIcon('paper', undefined, NOW + writes, NOW)
      await setImmediate()
    }
    await copying
    await store.close()

    expect(writes).toBeGreaterThan(3)
    expect(writes).toBeLessThan(500)
  })

  it('of a store with an older schema can be made and restored', async () => {
    const file = join(newFolder(), 'digest.db')
    const old = new Database(file)
    old.pragma('journal_mode = WAL')
    old.pragma('application_id = 1147750245')
    migrate(
      old,
      readMigrations().filter(({ version }) => version < 17),
    )
    old.close()
    const target = join(newFolder(), 'digest.db')

    const { summary } = await restoreToFile(reading(await newBackup(file)), target)

    expect(summary.schemaVersion).toBe(16)
    expect((await listOf(target)).total).toBe(0)
  })

  it('of a damaged store fails, and leaves nothing', async () => {
    const file = await filledStore()
    damage(file)
    const folder = newFolder()

    const attempt = writeBackup(
      async (copy) => (await engineOf({ kind: 'sqlite', file })).copyTo(copy),
      join(folder, 'backup.db.gz'),
    )

    await expect(attempt).rejects.toMatchObject({ code: 'storeFailed' })
    expect(readdirSync(folder)).toEqual([])
  })

  it('that is interrupted leaves nothing', async () => {
    const file = await filledStore()
    const folder = newFolder()
    const stop = new AbortController()
    stop.abort()

    const attempt = writeBackup(
      async (copy, signal) => (await engineOf({ kind: 'sqlite', file })).copyTo(copy, signal),
      join(folder, 'backup.db.gz'),
      stop.signal,
    )

    await expect(attempt).rejects.toMatchObject({ name: 'AbortError' })
    expect(readdirSync(folder)).toEqual([])
  })

  it('deletes what killed processes left of the same file, and of no other', async () => {
    const folder = newFolder()
    const [file, restored] = [join(folder, 'b.gz'), join(folder, 'r.db')]
    const drafts = [`${file}.new-77`, `${file}.new-77.db`, `${restored}.new-77-journal`, `${file}x.new-77`]
    for (const draft of drafts) {
      writeFileSync(draft, 'half')
      utimesSync(draft, 0, 0)
    }

    const source = await filledStore()
    await writeBackup(async (copy) => (await engineOf({ kind: 'sqlite', file: source })).copyTo(copy), file)
    await restoreToFile(reading(file), restored)

    expect(readdirSync(folder).filter((name) => name.includes('.new-'))).toEqual(['b.gzx.new-77'])
  })

  it('is whole, and restored whole, where two containers do so at once, whose processes have the same number', async () => {
    const folder = newFolder()
    const [file, restored] = [join(folder, 'b.gz'), join(folder, 'r.db')]
    const source = await filledStore()
    const write = (): Promise<unknown> =>
      writeBackup(async (copy) => (await engineOf({ kind: 'sqlite', file: source })).copyTo(copy), file)

    const written = await Promise.allSettled([write(), write()])
    const read = await Promise.allSettled([1, 2].map(() => restoreToFile(reading(file), restored)))

    const failures = [...written, ...read].filter(({ status }) => status === 'rejected')
    expect(failures).toMatchObject([
      { reason: { code: 'parameterInvalid' } },
      { reason: { code: 'storeForeign' } },
    ])
    expect(await listOf(restored)).toEqual(await listOf(source))
    expect(readdirSync(folder).filter((name) => name.includes('.new-'))).toEqual([])
  })

  it('never overwrites a file', async () => {
    const file = await newBackup(await filledStore())
    const before = readFileSync(file)

    const attempt = writeBackup(() => Promise.reject(new Error('not reached')), file)

    await expect(attempt).rejects.toMatchObject({ code: 'parameterInvalid' })
    expect(readFileSync(file)).toEqual(before)
  })

  it('needs room on the disk', async () => {
    await requireRoom(newFolder(), 1)

    const attempt = requireRoom(newFolder(), 1e18)

    await expect(attempt).rejects.toThrow(/MB free, and a backup needs 1500000000200 MB/)
  })
})

describe('a restore', () => {
  it('gives the same answers', async () => {
    const file = await filledStore()
    const target = join(newFolder(), 'new', 'digest.db')

    await restoreToFile(reading(await newBackup(file)), target)

    expect(await listOf(target)).toEqual(await listOf(file))
    expect(readdirSync(join(target, '..')).filter((name) => name.includes('.new-'))).toEqual([])
  })

  it('gives no id again that the lost store, or an earlier restore, gave after the backup', async () => {
    const packed = await newBackup(await filledStore())
    const numbered = async (): Promise<readonly number[]> => {
      const target = join(newFolder(), 'digest.db')
      await restoreToFile(reading(packed), target)
      const store = await openSqliteStore(target, OPTIONS)
      await store.saveVisit(aVisit('alpha', { events: [{ kind: 'failing', code: 'timeout', message: '' }] }))
      const [event] = await store.listSourceEvents(1)
      const ids = [await store.reserveIds('item', 1), await store.reserveIds('story', 1), event?.id ?? 0]
      await store.close()
      return ids
    }

    const first = await numbered()
    const second = await numbered()

    for (const id of first) expect(id).toBeGreaterThan(1e6)
    for (const [at, id] of first.entries()) expect(second[at]).not.toBe(id)
  })

  it('is another collection to those who name the one that they follow, and each restore is another one', async () => {
    const file = await filledStore()
    const packed = await newBackup(file)
    const targets = [join(newFolder(), 'digest.db'), join(newFolder(), 'digest.db')]
    for (const target of targets) await restoreToFile(reading(packed), target)

    const names = new Set<string>()
    for (const each of [file, ...targets]) {
      const store = await openSqliteReadStore(each, OPTIONS)
      names.add(await store.historyId())
      await store.close()
    }

    expect(names.size).toBe(3)
  })

  it('refuses to go on from a change that was lost, however many came since, and goes on from those in the backup', async () => {
    const packed = await newBackup(await filledStore())
    const target = join(newFolder(), 'digest.db')
    await restoreToFile(reading(packed), target)
    const store = await openSqliteStore(target, OPTIONS)
    const follow = (since: number) =>
      store.listChanges({ since, filter: EVERYTHING, reasons: PUT_REASONS, limit: 100 })
    const { seq } = store.version()

    for (let visit = 1; visit < 9; visit += 1)
      await store.saveVisit(aVisit('alpha', { events: [{ kind: 'failing', code: 'timeout', message: '' }] }))
    await store.saveVisit(aFirstVisit('alpha', { 5e7: aDraft('later') }))

    for (const lost of [seq + 1, seq + 9, seq + 5_000])
      await expect(follow(lost)).rejects.toMatchObject({ code: 'conflict' })
    const { changes, latestSeq } = await follow(seq)
    expect(changes.map(({ id }) => id)).toEqual([5e7])
    expect(latestSeq).toBeGreaterThan(seq + 1e6)
    expect((await follow(latestSeq)).changes).toEqual([])
    await store.close()
  })

  it.each(['', '-wal', '-shm', '-journal'])(
    'refuses where there is a file FILE%s, and leaves it',
    async (ending) => {
      const packed = await newBackup(await filledStore())
      const target = join(newFolder(), 'digest.db')
      writeFileSync(`${target}${ending}`, 'old')

      const attempt = restoreToFile(reading(packed), target)

      await expect(attempt).rejects.toMatchObject({
        code: 'storeForeign',
        message: expect.stringContaining(`${target}${ending} is there already`),
      })
      expect(readdirSync(join(target, '..'))).toEqual([`digest.db${ending}`])
      expect(readFileSync(`${target}${ending}`, 'utf8')).toBe('old')
    },
  )

  it('says of a file that is no backup what to name', async () => {
    const text = join(newFolder(), 'digest.yaml')
    writeFileSync(text, 'sources: []\n'.repeat(50))

    await expect(restoreToFile(reading(text), join(newFolder(), 'digest.db'))).rejects.toMatchObject({
      code: 'storeForeign',
      message: "this is no backup of a store: name a file that 'content-digest backup' wrote",
    })
  })

  const DAMAGED: Readonly<Record<string, (packed: Buffer) => Buffer>> = {
    'that was cut': (packed) => packed.subarray(0, packed.length - 9),
    'that was cut to its head': (packed) => packed.subarray(0, 5),
    'with a flipped byte': (packed) => flipped(packed, packed.length >> 1),
    'that was cut before it was compressed': (packed) => gzipSync(gunzipSync(packed).subarray(0, 40_000)),
    'with a flipped page, compressed well': (packed) =>
      gzipSync(gunzipSync(packed).fill(0x5a, 24_576, 32_768)),
    'of another program': () => gzipSync('CREATE TABLE a (b)'.repeat(90)),
    'without a byte': () => Buffer.alloc(0),
    'that is not compressed, and no store': () => Buffer.from('text'.repeat(90)),
    'with another one behind it': (packed) => Buffer.concat([packed, packed]),
    'with something behind its end, compressed well': (packed) =>
      gzipSync(Buffer.concat([gunzipSync(packed), Buffer.from('text')])),
    'of a newer version': (packed) => {
      const bytes = gunzipSync(packed)
      bytes.writeUInt32BE(900, 60)
      return gzipSync(bytes)
    },
  }
  for (const [name, change] of Object.entries(DAMAGED)) {
    it(`refuses a backup ${name}, and makes nothing`, async () => {
      const packed = change(readFileSync(await newBackup(await filledStore())))
      const folder = newFolder()

      const attempt = restoreToFile(() => Readable.from([packed]), join(folder, 'digest.db'))

      await expect(attempt).rejects.toMatchObject({
        code: expect.stringMatching(/^store(?:Failed|Foreign|Newer)$/),
      })
      await expect(attempt).rejects.toThrow(/backup/)
      expect(readdirSync(folder)).toEqual([])
    })
  }

  it('takes a backup that was unpacked by hand', async () => {
    const file = await filledStore()
    const packed = readFileSync(await newBackup(file))
    const target = join(newFolder(), 'digest.db')

    await restoreToFile(() => Readable.from([gunzipSync(packed)]), target)

    expect(await listOf(target)).toEqual(await listOf(file))
  })
})

describe('the commands', () => {
  it('back up to a file and to standard output, show what is in it, and restore it', async () => {
    const store = await filledStore()
    const folder = newFolder()
    const flags = { store: `sqlite:${store}` }
    const chunks: Buffer[] = []
    const out = new Writable({ write: (chunk: Buffer, _, done) => (chunks.push(chunk), done()) })
    const asked = run(folder)
    const { total } = await listOf(store)

    expect(await backup('one.db.gz', flags, asked.deps, NEVER)).toBe(0)
    expect(await backup('-', flags, asked.deps, NEVER, out)).toBe(0)
    const shown = run(folder)
    expect(await restore('one.db.gz', { dryRun: true }, shown.deps, NEVER)).toBe(0)
    const to = join(folder, 'restored.db')
    expect(await restore('-', { to: `sqlite:${to}` }, shown.deps, NEVER, Readable.from(chunks))).toBe(0)

    expect(shown.text()).toMatch(new RegExp(`^items +${total}, 2026-03-02 to 2026-03-02$`, 'm'))
    for (const line of [/^sources +4$/m, /^state of +2026-03-02T12:00:00/m, /^SHA-256 +[0-9a-f]{64}$/m])
      expect(shown.text()).toMatch(line)
    expect(await listOf(to)).toEqual(await listOf(store))
    expect(readdirSync(folder).filter((name) => name.includes('.new-'))).toEqual([])
  })

  it('names a folder that it makes: it may be a mistyped one', async () => {
    const flags = { store: `sqlite:${await filledStore()}` }
    const folder = newFolder()
    const [first, second] = [run(folder), run(folder)]

    await backup('mnt/backups/one.gz', flags, first.deps, NEVER)
    await backup('mnt/backups/two.gz', flags, second.deps, NEVER)

    expect(first.text()).toContain(`There was no folder ${join(folder, 'mnt')}; it was made\n`)
    expect(second.text()).not.toContain('There was no folder')
  })

  it('say where a backup cannot be unpacked', async () => {
    const packed = await newBackup(await filledStore())
    const draft = join(newFolder(), 'none', 'draft.db')

    await expect(withUnpacked(reading(packed), draft, () => 'opened')).rejects.toMatchObject({
      code: 'storeFailed',
      message: expect.stringContaining(`the backup cannot be unpacked in ${dirname(draft)}: ENOENT`),
    })
  })

  it('say what is wrong', async () => {
    const folder = newFolder()
    const { deps } = run(folder)
    const attempts = [
      backup('b.gz', { store: 'sqlite:none.db' }, deps, NEVER),
      restore('none.gz', { to: 'sqlite:a.db' }, deps, NEVER),
      restore('none.gz', {}, deps, NEVER),
      info({ store: 'sqlite:none.db' }, deps),
    ]

    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'parameterInvalid' })
    expect(existsSync(join(folder, 'none.db'))).toBe(false)
  })

  it('measure a store, and give back the space of deleted items', async () => {
    const store = await filledStore(200)
    const db = new Database(store)
    db.exec('DELETE FROM items WHERE id > 20; DELETE FROM contents; DELETE FROM sightings')
    const left = Number(db.prepare('SELECT count(*) FROM items').pluck().get())
    db.close()
    const { deps, text } = run(newFolder())

    await info({ store: `sqlite:${store}` }, deps)
    const lock = lockForCollecting(store)
    await expect(vacuumStore({ store: `sqlite:${store}` }, deps)).rejects.toMatchObject({
      code: 'storeInUse',
    })
    lock.release()
    await vacuumStore({ store: `sqlite:${store}` }, deps)

    expect(text()).toMatch(new RegExp(`^items +${left}, `, 'm'))
    expect(text()).toMatch(/^ {2}items +\d+\.\d [kM]B$/m)
    const [, before, after] = /: (\S+) [kM]B before, (\S+) [kM]B now$/m.exec(text()) ?? []
    expect(Number(after)).toBeLessThan(Number(before))
    expect(inspectFile(store).items).toBe(left)
  })
})

describe('backups on schedule', () => {
  it('are made when the newest is old enough; the newest stay, and files of others too', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'mine.db.gz'), 'by hand')
    writeFileSync(join(folder, `${backupName(NOW)}.new-1.db`), 'of a process that was killed')
    let clock = NOW
    const states: BackupState[] = []
    let stopNow = (): void => undefined
    const stopped = new Promise<void>((resolve) => (stopNow = resolve))
    const backups = startBackups(
      { everyMs: DAY_MS, keep: 2, folder },
      {
        make(file) {
          writeFileSync(file, 'backup')
          clock += DAY_MS
          return Promise.resolve()
        },
        visited: Promise.resolve(),
        failedAt: null,
        onState(state) {
          states.push(state)
          if (states.length === 8) stopNow()
        },
        log: { info: () => undefined, error: () => undefined },
        now: () => clock,
      },
    )
    await stopped
    await backups.stop()

    expect(states[0]).toEqual({ lastAt: null, bytes: null, failedAt: null, nextAt: NOW })
    expect(states[2]).toEqual({ lastAt: NOW, bytes: 6, failedAt: null, nextAt: NOW + DAY_MS })
    expect((await listBackups(folder, NOW)).length).toBe(2)
    expect(readdirSync(folder)).toContain('mine.db.gz')
    expect(readdirSync(folder)).toHaveLength(3)
  })

  it('fail where one takes too long, as of a disk that no longer answers', async () => {
    const store = { kind: 'sqlite', file: await filledStore(1) } as const

    const { done } = backupInProcess(store, join(newFolder(), 'a.db.gz'), 1)

    await expect(done).rejects.toThrow('its process ended (SIGKILL)')
  })

  it('go on after the clock was a year ahead: what it made then is deleted before all others', async () => {
    const folder = newFolder()
    mkdirSync(folder, { recursive: true })
    const ahead = [365, 366].map((days) => backupName(NOW + days * DAY_MS))
    for (const name of [...ahead, backupName(NOW - 3 * DAY_MS)]) writeFileSync(join(folder, name), 'old')
    const states: BackupState[] = []
    const backups = startBackups(
      { everyMs: DAY_MS, keep: 3, folder },
      {
        make(file) {
          writeFileSync(file, 'backup')
          return Promise.resolve()
        },
        visited: Promise.resolve(),
        failedAt: null,
        onState: (state) => states.push(state),
        log: { info: () => undefined, error: () => undefined },
        now: () => NOW,
      },
    )
    await expect.poll(() => states.at(-1)?.nextAt).toBe(NOW + DAY_MS)
    await backups.stop()

    expect(readdirSync(folder).toSorted()).toEqual(
      [backupName(NOW - 3 * DAY_MS), backupName(NOW), ahead[1] ?? ''].toSorted(),
    )
  })

  it('begin when every source has been visited', async () => {
    const folder = newFolder()
    const states: BackupState[] = []
    let reportVisited = (): void => undefined
    const visited = new Promise<void>((resolve) => (reportVisited = resolve))
    const backups = startBackups(
      { everyMs: DAY_MS, keep: 1, folder },
      {
        make(file) {
          writeFileSync(file, 'backup')
          return Promise.resolve()
        },
        visited,
        failedAt: null,
        onState: (state) => states.push(state),
        log: { info: () => undefined, error: () => undefined },
        now: () => NOW,
      },
    )
    await expect.poll(() => states.length).toBe(1)
    expect(await listBackups(folder, NOW).catch(() => [])).toEqual([])
    expect(states[0]?.nextAt).toBe(NOW + 10 * MINUTE_MS)

    reportVisited()

    await expect.poll(() => states.at(-1)?.lastAt).toBe(NOW)
    await backups.stop()
  })

  it('that fail delete no older one, are logged, and are tried again', async () => {
    const folder = newFolder()
    mkdirSync(folder, { recursive: true })
    for (const days of [3, 2, 1]) writeFileSync(join(folder, backupName(NOW - days * DAY_MS)), 'old')
    const before = readdirSync(folder)
    let clock = NOW
    const errors: unknown[] = []
    const states: BackupState[] = []
    let stopNow = (): void => undefined
    const stopped = new Promise<void>((resolve) => (stopNow = resolve))
    const backups = startBackups(
      { everyMs: DAY_MS, keep: 1, folder },
      {
        make: () => {
          clock += DAY_MS
          if (errors.length === 1) stopNow()
          return Promise.reject(new Error('the disk is full'))
        },
        visited: Promise.resolve(),
        failedAt: null,
        onState: (state) => {
          states.push(state)
          clock += DAY_MS
        },
        log: { info: () => undefined, error: (text: unknown) => errors.push(text) },
        now: () => clock,
      },
    )
    await stopped
    await backups.stop()

    expect(readdirSync(folder)).toEqual(before)
    expect(String(errors[0])).toContain('the disk is full')
    expect(states.at(-1)?.failedAt).toBeGreaterThan(NOW)
  })

  it('that are made are waited for when settings change, and a failure is known until one is made', async () => {
    const folder = newFolder()
    const states: BackupState[] = []
    const errors: unknown[] = []
    let reportBegun = (_file: string): void => undefined
    const begun = new Promise<string>((resolve) => (reportBegun = resolve))
    let reportMade = (): void => undefined
    const made = new Promise<void>((resolve) => (reportMade = resolve))
    const deps = {
      make(file: string) {
        reportBegun(file)
        return made
      },
      visited: Promise.resolve(),
      failedAt: NOW - DAY_MS,
      onState: (state: BackupState) => states.push(state),
      log: { info: () => undefined, error: (text: unknown) => errors.push(text) },
      now: () => NOW,
    }
    const backups = startBackups({ everyMs: DAY_MS, keep: 2, folder }, deps)
    writeFileSync(await begun, 'backup')
    let isStopped = false
    const stopped = backups.stop().then(() => (isStopped = true))
    await setImmediate()
    const wasStopped = isStopped
    reportMade()
    await stopped

    expect([wasStopped, readdirSync(folder), errors]).toEqual([false, [backupName(NOW)], []])
    expect(states.map(({ failedAt }) => failedAt)).toEqual([NOW - DAY_MS, NOW - DAY_MS])
  })
})

describe.skipIf(!hasPostgres('backups of PostgreSQL'))('a backup of PostgreSQL', () => {
  it('is one moment of a store that is written, and goes back to either engine', async () => {
    const fixture = await newPostgresFixture()
    const { address } = fixture
    const store = await fixture.open()
    const changes = new RandomChanges(11)
    await changes.begin(store)
    for (let round = 0; round < 12; round += 1) await changes.change(store)
    /** Items after each change. */
    const counts = new Map<number, number>()
    const done = new AbortController()
    const note = async () =>
      void counts.set(store.version().seq, (await store.select(EVERYTHING, 'newest', FIRST_PAGE)).total)
    await note()
    const writing = (async () => {
      while (!done.signal.aborted) {
        await changes.change(store)
        await note()
      }
    })()
    const file = join(newFolder(), 'backup.db.gz')
    await writeBackup(async (copy) => (await engineOf(address)).copyTo(copy), file)
    done.abort()
    await writing

    const target = join(newFolder(), 'digest.db')
    const { summary } = await restoreToFile(reading(file), target)
    const restored = await openSqliteReadStore(target, OPTIONS)
    const { seq } = restored.version()
    await restored.close()
    expect(counts.get(seq)).toBe(summary.items)
    expect(seq).toBeLessThan(store.version().seq)

    const other = await newPostgresFixture()
    const { deps, text } = run(newFolder())
    expect(await restore(file, { to: other.address.url }, deps, NEVER)).toBe(0)
    const again = await other.openReader()
    expect(again.version().seq).toBe(seq)
    expect(text()).toContain('restored and verified')
    await expect(restore(file, { to: address.url }, deps, NEVER)).rejects.toMatchObject({
      code: 'storeForeign',
    })
    const third = await newPostgresFixture()
    const stop = new AbortController()
    const stopping = run(newFolder())
    stopping.deps.io.stderr.write = (line: string) => (
      line.startsWith('copied sources') && stop.abort(),
      line
    )
    expect(await restore(file, { to: third.address.url }, stopping.deps, stop.signal)).toBe(1)
    expect(await restore(file, { to: third.address.url }, deps, NEVER)).toBe(0)
    await info({ store: address.url }, deps)
    await vacuumStore({ store: address.url }, deps)
    expect(text()).toMatch(/^ {2}contents +\d+\.\d [kM]B$/m)
  })
})

const reading = (file: string) => () => createReadStream(file)

function countIn(db: Database, table: string): number {
  return Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = ~(copy[at] ?? 0)
  return copy
}

/** Damages some pages in the middle of a file. */
function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 5 * 8_192, 8 * 8_192)
  truncateSync(file, 0)
  writeFileSync(file, bytes)
}
