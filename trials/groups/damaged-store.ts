import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { Database } from '../../src/store/sqlite/driver.ts'
import type { Trial } from '../harness/trial.ts'

const FEEDS = 20

/** Exit codes of a command that says what is wrong. Anything else is a crash. */
const SAID = new Set<number | null>([0, 1, 2])

export const trial: Trial = {
  name: 'damaged-store',
  what: 'the store cut, with changed bytes, of another program, of a newer version, or no database at all',
  promise:
    'a command ends with a message, never with a crash; a foreign, newer or unreadable file stays as it is',
  times: { full: 200, short: 6 },
  async run({ times, random, broken, makeStore, collectWell }) {
    const made = await makeStore(FEEDS)
    let noticed = 0
    for (let time = 0; time < times; time++) {
      const { args, file } = made.copy('data')
      const what = KINDS[time % KINDS.length] ?? 'bytes'
      damage(file, what, random)
      const before = readFileSync(file)
      const { code, stdout, stderr } = await collectWell(args)
      const said = stderr + stdout
      if (code !== 0) noticed += 1
      const name = `${what} (${time + 1})`
      broken.unless(SAID.has(code), `${name}: ended with ${code}: ${said.slice(0, 300)}`)
      broken.unless(
        code === 0 || /digest\.db|store/.test(said),
        `${name}: the message names no store: ${said.slice(0, 300)}`,
      )
      broken.unless(!/\n\s+at .+:\d+:\d+/.test(said), `${name}: a stack trace: ${said.slice(0, 300)}`)
      if (KEPT.has(what)) {
        broken.unless(code === 2 || code === 1, `${name}: exit code ${code}`)
        broken.unless(readFileSync(file).equals(before), `${name}: the file was changed`)
      }
    }
    return { notes: [`${noticed} noticed by collecting`] }
  },
}

/** One of each first, so that a short trial has them all. */
const KINDS = ['bytes', 'cut', 'foreign', 'newer', 'text', 'empty header', 'bytes', 'bytes'] as const

/** Files that no command may write to. */
const KEPT: ReadonlySet<string> = new Set(['foreign', 'newer', 'text', 'empty header'])

function damage(file: string, what: (typeof KINDS)[number], random: () => number): void {
  if (what === 'cut') truncateSync(file, Math.floor((0.1 + 0.8 * random()) * statSync(file).size))
  else if (what === 'text') writeFileSync(file, 'these are my notes\n'.repeat(500))
  else if (what === 'bytes' || what === 'empty header') {
    const bytes = readFileSync(file)
    if (what === 'empty header') bytes.fill(0, 0, 100)
    else
      for (let n = 0; n < 64; n++) {
        // The first page is the schema: without it nothing is found at all.
        const at = Math.floor(8_192 + random() * (bytes.length - 8_192))
        bytes[at] = Math.floor(random() * 256)
      }
    writeFileSync(file, bytes)
  } else {
    const db = new Database(file)
    db.pragma(what === 'newer' ? 'user_version = 9999' : 'application_id = 4711')
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
  }
}
