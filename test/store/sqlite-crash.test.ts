import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../src/domain/filter.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { FIRST_PAGE, NOW } from './drafts.ts'
import { newFolder } from './place.ts'

const WRITER = fileURLToPath(new URL('crash-writer.ts', import.meta.url))
const KILLS = 20

describe('a writer that is killed', () => {
  it(`loses no visit that it acknowledged and leaves no half of one, ${KILLS} times in a row`, async () => {
    const file = join(newFolder(), 'data.db')
    const acknowledged: number[] = []

    for (let kill = 0; kill < KILLS; kill += 1) {
      // Killed at another place of its work each time: after so many visits, in the midst of the next.
      acknowledged.push(...(await idsUntilKilled(file, 1 + ((kill * 7) % 23))))

      const store = await openSqliteStore(file, { now: () => NOW })
      const { total } = await store.select(EVERYTHING, 'newest', FIRST_PAGE)
      const items = await store.findItems(acknowledged)
      const [source] = await store.listSourceStates()
      const [newest] = (await store.select(EVERYTHING, 'hot', { ...FIRST_PAGE, limit: 5 })).ids.slice(-1)
      await store.close()

      expect(items).toHaveLength(acknowledged.length)
      // Whole visits only, and the document's hash is that of the last one that is there.
      expect(total % 5).toBe(0)
      expect(source?.documentHash).toBe(`document-${newest}`)
      expect(check(file)).toEqual({
        integrity: 'ok',
        items: total,
        sightings: total,
        found: total,
        stories: total,
      })
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS * 5)
  }, 240_000)
})

/** Runs a writer, kills it with SIGKILL after it told of `visits` visits, and gives all the ids that it told of. */
async function idsUntilKilled(file: string, visits: number): Promise<number[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text: string) => {
    told += text
    if (told.split('\n').length > visits) child.kill('SIGKILL')
  })
  await once(child, 'close')
  expect(child.signalCode).toBe('SIGKILL')
  // A line that was cut short was not told.
  const lines = told.split('\n').slice(0, -1)
  return lines.flatMap((line) => line.split(' ').map(Number))
}

function check(file: string) {
  const db = new Database(file, { readonly: true })
  const count = (sql: string) => Number(db.prepare(sql).pluck().get())
  try {
    return {
      integrity: db.pragma('integrity_check', { simple: true }),
      items: count('SELECT count(*) FROM items'),
      sightings: count('SELECT count(*) FROM sightings'),
      found: count(`SELECT count(*) FROM search WHERE search MATCH '"paper"'`),
      stories: count('SELECT count(*) FROM stories'),
    }
  } finally {
    db.close()
  }
}
