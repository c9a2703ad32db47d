import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EVERYTHING } from '../../src/model/filter.ts'
import { lockForCollecting } from '../../src/store/sqlite/collector-lock.ts'
import { Database } from '../../src/store/sqlite/driver.ts'
import { vacuumSqlite } from '../../src/store/sqlite/info.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { openSqliteTablesForWriting } from '../../src/store/sqlite/table-store.ts'
import { aSource } from '../a-source.ts'
import { compiled } from '../compiled.ts'
import { aDraft, aFirstVisit, FIRST_PAGE, NOW } from './drafts.ts'
import { newFolder } from './kept.ts'

const OPTIONS = { now: () => NOW }
const WRITER = await compiled(fileURLToPath(new URL('writer.ts', import.meta.url)))

/** A store in `data` of a new folder, with one item, open for writing and for reading. */
async function openStores(path = 'data/digest.db') {
  const folder = newFolder()
  mkdirSync(join(folder, 'data'))
  symlinkSync('data', join(folder, 'link'))
  const real = join(folder, 'data', 'digest.db')
  await (await openSqliteStore(real, OPTIONS)).close()
  symlinkSync('digest.db', join(folder, 'data', 'link.db'))
  const file = join(folder, path)
  const writer = await openSqliteStore(file, OPTIONS)
  await writer.syncSources([aSource('paper')], NOW)
  await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
  const reader = await openSqliteReadStore(file, OPTIONS)
  onTestFinished(async () => {
    for (const store of [reader, writer]) await store.close()
  })
  return { folder, real, file, writer, reader }
}

/** Another store, as a whole file. */
async function anotherStore(): Promise<string> {
  const file = join(newFolder(), 'other.db')
  await (await openSqliteStore(file, OPTIONS)).close()
  return file
}

function itemsIn(file: string): { readonly items: unknown; readonly integrity: unknown } {
  const db = new Database(file)
  try {
    return {
      items: db.prepare('SELECT id FROM items ORDER BY id').pluck().all(),
      integrity: db.pragma('integrity_check', { simple: true }),
    }
  } finally {
    db.close()
  }
}

interface Loss {
  readonly lose: (real: string, other: string) => void
  /** Brings the opened files back. */
  readonly undo?: (real: string) => void
  readonly says: RegExp
  /** Path of the store, below a folder with `data`, and the link `link` to it. */
  readonly path?: string
}

const away = (real: string): string => `${real}.away`

const LOSSES: Readonly<Record<string, Loss>> = {
  deleted: { lose: (real) => rmSync(real), says: /digest\.db was deleted or moved away/ },
  'deleted with all that is beside it': {
    lose: (real) => rmSync(dirname(real), { recursive: true }),
    says: /digest\.db was deleted or moved away/,
  },
  'moved away': {
    lose: (real) => renameSync(real, away(real)),
    undo: (real) => renameSync(away(real), real),
    says: /digest\.db was deleted or moved away/,
  },
  'moved away with its folder': {
    lose: (real) => renameSync(dirname(real), away(dirname(real))),
    undo: (real) => renameSync(away(dirname(real)), dirname(real)),
    says: /digest\.db was deleted or moved away/,
  },
  'replaced by another store': {
    lose(real, other) {
      renameSync(real, away(real))
      renameSync(other, real)
    },
    undo: (real) => renameSync(away(real), real),
    says: /digest\.db was replaced by another file/,
  },
  'replaced by a copy of itself': {
    lose(real) {
      copyFileSync(real, `${real}.copy`)
      renameSync(`${real}.copy`, real)
    },
    says: /digest\.db was replaced by another file/,
  },
  'replaced by an empty file': {
    lose(real) {
      rmSync(real)
      writeFileSync(real, '')
    },
    says: /digest\.db was replaced by another file/,
  },
  'replaced by a folder': {
    lose(real) {
      rmSync(real)
      mkdirSync(real)
    },
    says: /digest\.db was replaced by another file/,
  },
  'replaced behind the link that leads to it': {
    path: 'data/link.db',
    lose: (real, other) => renameSync(other, real),
    says: /link\.db was replaced by another file/,
  },
  'no longer where the link leads': {
    path: 'data/link.db',
    lose(real, other) {
      unlinkSync(join(dirname(real), 'link.db'))
      symlinkSync(other, join(dirname(real), 'link.db'))
    },
    says: /link\.db was replaced by another file/,
  },
  'in a folder that is no longer where the link leads': {
    path: 'link/digest.db',
    lose(real) {
      unlinkSync(join(dirname(real), '../link'))
    },
    undo: (real) => symlinkSync('data', join(dirname(real), '../link')),
    says: /digest\.db was deleted or moved away/,
  },
  'without its log': {
    lose: (real) => rmSync(`${real}-wal`),
    says: /digest\.db-wal was deleted or replaced .* Stop the service with SIGTERM/,
  },
  'without the log of the file behind its link': {
    path: 'data/link.db',
    lose: (real) => rmSync(`${real}-wal`),
    says: /digest\.db-wal was deleted or replaced/,
  },
  'without the index of its log': {
    lose: (real) => rmSync(`${real}-shm`),
    says: /digest\.db-shm was deleted or replaced/,
  },
}

describe('an open store', () => {
  it.each(Object.entries(LOSSES))('that is %s saves nothing and says so', async (_, loss) => {
    const { writer, reader, real } = await openStores(loss.path)
    const other = await anotherStore()
    const two = aFirstVisit('paper', { 2: aDraft('two') })

    loss.lose(real, other)

    const attempts = {
      ping: () => reader.ping(),
      refresh: () => reader.refresh(),
      saveVisit: () => writer.saveVisit(two),
      together: () => writer.together(() => writer.saveVisit(two)),
      syncSources: () => writer.syncSources([aSource('paper')], NOW),
      reserveIds: () => writer.reserveIds('item', 1),
      prune: () => writer.prune({ firstSeenBefore: NOW, maxItemsPerSource: 1 }),
    }
    for (const [name, attempt] of Object.entries(attempts))
      await expect(attempt(), name).rejects.toMatchObject({
        code: 'storeFailed',
        message: expect.stringMatching(loss.says),
      })
    if (loss.undo === undefined) return

    loss.undo(real)

    await reader.ping()
    await writer.saveVisit(two)
    await reader.refresh()
    expect((await reader.select(EVERYTHING, 'newest', FIRST_PAGE)).ids).toEqual([2, 1])
    expect(itemsIn(real)).toEqual({ items: [1, 2], integrity: 'ok' })
  })

  it('that is lost while a group of visits is saved acknowledges none of them', async () => {
    const { writer, real } = await openStores()

    const saving = writer.together(async () => {
      await writer.saveVisit(aFirstVisit('paper', { 2: aDraft('two') }))
      rmSync(real)
    })

    await expect(saving).rejects.toMatchObject({ code: 'storeFailed' })
  })

  it('whose log is deleted has all that was saved once it is closed', async () => {
    const { writer, reader, real } = await openStores()
    rmSync(`${real}-wal`)

    for (const store of [reader, writer]) await store.close()

    expect(itemsIn(real)).toEqual({ items: [1], integrity: 'ok' })
  })

  it.each(['moved away', 'replaced'])(
    'that is %s leaves nothing in the log for another store at its place',
    async (how) => {
      const { writer, real } = await openStores()
      const other = await anotherStore()
      renameSync(real, away(real))
      if (how === 'replaced') renameSync(other, real)

      await expect(writer.refresh()).rejects.toMatchObject({ code: 'storeFailed' })

      expect(statSync(`${real}-wal`).size).toBe(0)
      rmSync(`${real}-wal`)
      rmSync(`${real}-shm`)
      expect(itemsIn(away(real))).toEqual({ items: [1], integrity: 'ok' })
    },
  )
})

describe('a new store', () => {
  const OPENERS = {
    openSqliteStore: (file: string) => openSqliteStore(file, OPTIONS),
    openSqliteTablesForWriting: (file: string) => openSqliteTablesForWriting(file, OPTIONS),
    vacuumSqlite: (file: string) => vacuumSqlite(file),
  }
  const LEFT = ['-wal', '-shm', '-journal']

  it.each(Object.entries(OPENERS))(
    'is not made beside what SQLite kept of another one (%s)',
    async (_, open) => {
      for (const ending of LEFT)
        for (const isEmpty of [false, true]) {
          const folder = newFolder()
          const file = join(folder, 'digest.db')
          writeFileSync(`${file}${ending}`, 'left')
          if (isEmpty) writeFileSync(file, '')

          await expect(open(file), ending).rejects.toMatchObject({
            code: 'storeForeign',
            message: expect.stringContaining(`${file}${ending} of it is there`),
          })

          expect(readFileSync(`${file}${ending}`, 'utf8')).toBe('left')
          expect(existsSync(file)).toBe(isEmpty)
        }
    },
  )

  it('is not made beside the log of a killed writer whose store was deleted, and both come back together', async () => {
    const { real, writer, reader, folder } = await openStores()
    const copy = join(folder, 'killed')
    mkdirSync(copy)
    for (const name of ['digest.db', 'digest.db-wal', 'digest.db-shm'])
      copyFileSync(join(dirname(real), name), join(copy, name))
    for (const store of [reader, writer]) await store.close()
    const file = join(copy, 'digest.db')
    renameSync(file, away(file))

    await expect(openSqliteStore(file, OPTIONS)).rejects.toMatchObject({ code: 'storeForeign' })
    renameSync(away(file), file)

    expect(itemsIn(file)).toEqual({ items: [1], integrity: 'ok' })
  })

  it('is made without the draft that another process makes at once, which has the same number in another container', async () => {
    const file = join(newFolder(), 'digest.db')
    const draft = `${file}.new-${process.pid}`
    writeFileSync(draft, 'of another')

    await (await openSqliteStore(file, OPTIONS)).close()

    expect(readFileSync(draft, 'utf8')).toBe('of another')
    expect(readdirSync(dirname(file))).toEqual(['digest.db', basename(draft)])
  })
})

describe.skipIf(process.platform === 'win32')('the files of a store', () => {
  const modesIn = (folder: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
    )

  it('can be read by its user alone, caches and lock too', async () => {
    const file = join(newFolder(), 'digest.db')
    const store = await openSqliteStore(file, { ...OPTIONS, minItemsOfFile: 0 })
    await store.syncSources([aSource('paper')], NOW)
    await store.keepLiveStories([new Uint8Array(1)])
    await store.saveColumns()
    const lock = lockForCollecting(file)

    const modes = modesIn(dirname(file))

    expect(Object.keys(modes).length).toBeGreaterThanOrEqual(6)
    expect(new Set(Object.values(modes))).toEqual(new Set(['600']))
    lock.release()
    await store.close()
  })

  it('keep the permissions that somebody gave them', async () => {
    const file = join(newFolder(), 'digest.db')
    await (await openSqliteStore(file, OPTIONS)).close()
    spawnSync('chmod', ['640', file])
    writeFileSync(`${file}-stories`, '')
    spawnSync('chmod', ['664', `${file}-stories`])

    const store = await openSqliteStore(file, OPTIONS)
    await store.keepLiveStories([new Uint8Array(1)])

    expect(modesIn(dirname(file))).toEqual({
      'digest.db': '640',
      'digest.db-wal': '640',
      'digest.db-shm': '640',
      'digest.db-stories': '664',
    })
    await store.close()
  })
})

describe('a store with a second name (hard link)', () => {
  it('is refused to readers, writers and collectors, by both names, until one is removed', async () => {
    const file = join(newFolder(), 'digest.db')
    await (await openSqliteStore(file, OPTIONS)).close()
    const second = join(newFolder(), 'second.db')
    linkSync(file, second)
    const link = join(newFolder(), 'link.db')
    symlinkSync(second, link)

    for (const name of [file, second, link])
      for (const open of [openSqliteStore, openSqliteReadStore, async () => lockForCollecting(name)])
        await expect(open(name, OPTIONS), name).rejects.toMatchObject({
          code: 'storeUnusable',
          message: expect.stringContaining('2 names (hard links)'),
        })

    unlinkSync(second)
    await (await openSqliteStore(file, OPTIONS)).close()
  })

  it('opens where the second name is the draft of a killed process', async () => {
    const file = join(newFolder(), 'digest.db')
    await (await openSqliteStore(file, OPTIONS)).close()
    linkSync(file, `${file}.new-4711`)

    await (await openSqliteStore(file, OPTIONS)).close()

    expect(readdirSync(dirname(file))).toEqual(['digest.db'])
  })
})

describe('a store on a small volume', () => {
  const canMount =
    spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
  if (!canMount) console.warn('SKIPPED: a store on a small volume: no volume can be mounted here')

  it.skipIf(!canMount)('is full when its file has taken the volume, not when its log has', () => {
    // Copied away at the end, since the volume goes with the process: with its log, since a full volume may have stopped
    // the log's way into the file.
    const script = `mount -t tmpfs -o size=4m none /mnt && "$0" "$1" /mnt/digest.db paper && cp /mnt/digest.db* "$2"`
    const folder = newFolder()
    const copy = join(folder, 'digest.db')
    const { stdout } = spawnSync(
      'unshare',
      ['--map-root-user', '--mount', 'sh', '-c', script, process.execPath, WRITER, folder],
      { encoding: 'utf8' },
    )

    const lines = stdout.trim().split('\n')
    expect(lines.pop()).toMatch(/^storeFailed: the store failed: .+\(SQLITE_FULL\)$/)
    expect(statSync(copy).size).toBeGreaterThan(3e6)
    const saved = lines.flatMap((line) => line.split(' ').map(Number))
    const { items, integrity } = itemsIn(copy)
    expect(integrity).toBe('ok')
    expect(items).toEqual(expect.arrayContaining(saved))
  })
})
