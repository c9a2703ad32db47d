import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../src/model/filter.ts'
import { Database } from '../../src/store/sqlite/driver.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { compiled } from '../compiled.ts'
import { FIRST_PAGE, NOW } from './drafts.ts'
import { newFolder } from './kept.ts'

const WRITER = await compiled(fileURLToPath(new URL('writer.ts', import.meta.url)))
const ITEMS_PER_VISIT = 5
const KILLS = 20

type Writer = ChildProcessByStdio<null, Readable, null>

describe('a writer that is killed', () => {
  it(`loses no visit that it acknowledged and leaves no half of one, ${KILLS} times in a row`, async () => {
    const file = join(newFolder(), 'data.db')
    const acknowledged: number[] = []

    for (let kill = 0; kill < KILLS; kill += 1) {
      // Killed at another place of its work each time: after so many visits, in the midst of the next.
      const lines = await linesUntilKilled(startWriter(file, 'paper'), 1 + ((kill * 7) % 23))
      acknowledged.push(...lines.flatMap(idsIn))

      const { total, newest, documentHash, foundAgain } = await stateOf(file, acknowledged)

      expect(foundAgain).toBe(acknowledged.length)
      // Whole visits only, and the document's hash is that of the last one that is there.
      expect(total % ITEMS_PER_VISIT).toBe(0)
      expect(documentHash).toBe(`document-${newest - ITEMS_PER_VISIT + 1}`)
      expect(check(file)).toEqual({
        integrity: 'ok',
        items: total,
        sightings: total,
        known: total,
        stories: total,
      })
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS * ITEMS_PER_VISIT)
  })
})

describe('two writers', () => {
  it('save side by side, and none gets in the other one’s way', async () => {
    const file = join(newFolder(), 'data.db')
    const writers = [startWriter(file, 'paper', 60), startWriter(file, 'hn', 60)]

    const lines = await Promise.all(writers.map((writer) => linesToEnd(writer)))

    const ids = lines.flat().flatMap(idsIn)
    expect(lines.map(({ length }) => length)).toEqual([60, 60])
    expect(new Set(ids).size).toBe(2 * 60 * ITEMS_PER_VISIT)
    const { total, foundAgain } = await stateOf(file, ids)
    expect([total, foundAgain]).toEqual([ids.length, ids.length])
    expect(check(file).integrity).toBe('ok')
  })
})

describe('a process with several connections', () => {
  const kernelLocks = '/proc/locks'

  it.runIf(existsSync(kernelLocks))(
    'keeps its lock on the file, without which others clear the log away',
    async () => {
      const file = join(newFolder(), 'data.db')
      await (await openSqliteStore(file, { now: () => NOW })).close()
      const reader = await openSqliteReadStore(file, { now: () => NOW })
      const ownLocks = () =>
        readFileSync(kernelLocks, 'utf8')
          .split('\n')
          .filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${statSync(file).ino} `))
      const before = ownLocks()

      const writer = await openSqliteStore(file, { now: () => NOW })

      expect(before).toHaveLength(1)
      expect(ownLocks()).toHaveLength(1)
      await Promise.all([reader.close(), writer.close()])
    },
  )
})

describe('a disk that is full', () => {
  it('fails the visit by name and harms nothing that was saved', async () => {
    const file = join(newFolder(), 'data.db')

    // No file of the process may grow beyond 1 MB; its writes then fail as on a full disk.
    const command = `trap '' XFSZ; ulimit -f 1000; exec "$0" "$1" "$2" paper`
    const writer = spawn('bash', ['-c', command, process.execPath, WRITER, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = await linesToEnd(writer)

    const failure = lines.pop()
    expect(failure).toMatch(/^storeFailed: the store failed: .+\(SQLITE_(FULL|IOERR\w*)\)$/)
    const ids = lines.flatMap(idsIn)
    const { total, foundAgain } = await stateOf(file, ids)
    expect([total, foundAgain]).toEqual([ids.length, ids.length])
    expect(check(file).integrity).toBe('ok')
  })
})

describe.skipIf(process.platform === 'win32')('a file that may only be read', () => {
  it('is refused at once to who writes', async () => {
    const folder = newFolder()
    const file = join(folder, 'data.db')
    await (await openSqliteStore(file, { now: () => NOW })).close()
    chmodSync(file, 0o444)
    chmodSync(folder, 0o777)

    // Root may write everything.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const writer = spawn(process.execPath, [WRITER, file, 'paper', '1'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    })
    const said = await text(writer.stderr)

    expect(said).toContain(`${file} cannot be opened: it and its folder must be writable (EACCES)`)
  })
})

function startWriter(file: string, source: string, visits = 0): Writer {
  const args = [WRITER, file, source, String(visits)]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** What a writer told until it was killed with SIGKILL, after so many lines. */
async function linesUntilKilled(writer: Writer, lines: number): Promise<string[]> {
  const output = await linesToEnd(writer, (text) => {
    if (text.split('\n').length > lines) writer.kill('SIGKILL')
  })
  expect(writer.signalCode).toBe('SIGKILL')
  return output
}

async function linesToEnd(writer: Writer, onText: (text: string) => void = () => {}): Promise<string[]> {
  let output = ''
  writer.stdout.setEncoding('utf8')
  writer.stdout.on('data', (text: string) => {
    output += text
    onText(output)
  })
  await once(writer, 'close')
  // A line that was cut short was not told.
  return output.split('\n').slice(0, -1)
}

function idsIn(line: string): number[] {
  return line.split(' ').map(Number)
}

async function stateOf(file: string, ids: readonly number[]) {
  const store = await openSqliteStore(file, { now: () => NOW })
  const page = await store.select(EVERYTHING, 'hot', FIRST_PAGE)
  const items = await store.findItems(ids)
  const [source] = await store.listSourceStates()
  await store.close()
  // `hot` of these articles is their id.
  const newest = page.ids[0] ?? 0
  return { total: page.total, newest, documentHash: source?.documentHash, foundAgain: items.length }
}

/** How much of each kind there is, counted apart from the store. */
function check(file: string) {
  const db = new Database(file, { readonly: true })
  const count = (sql: string) => Number(db.prepare(sql).pluck().get())
  try {
    return {
      integrity: db.pragma('integrity_check', { simple: true }),
      items: count('SELECT count(*) FROM items'),
      sightings: count('SELECT count(*) FROM sightings'),
      known: count('SELECT count(DISTINCT item_id) FROM addresses'),
      stories: count('SELECT count(*) FROM stories'),
    }
  } finally {
    db.close()
  }
}
