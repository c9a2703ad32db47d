import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { keepIndexFile } from '../../src/search/index-file.ts'
import { readSnapshot, type SnapshotVersion, writeSnapshot } from '../../src/search/index/snapshot.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { aDraft, anInsert, aVisit, NOW } from '../store/drafts.ts'
import { openPublisher, type Publisher } from './publisher.ts'
import { emptyFolder, eventually, runCli, serve, startCli } from './run-cli.ts'

/** More items than are indexed without a thread. */
const ITEMS = 3_001

interface Call {
  /** FEED stands for the address of a feed. */
  readonly args: readonly string[]
  /** Default 0. */
  readonly code?: number
  /** Default false. */
  readonly isSilent?: boolean
  /** What a command that runs until it is stopped says when it is ready. */
  readonly until?: RegExp
}

/** They open the index; the end of all others does not hang on it. */
const SEARCHING = ['serve', 'collect', 'search', 'doctor', 'mcp']

const CALLS: Readonly<Record<string, Call>> = {
  serve: { args: ['--port', '0'], until: /listens on/ },
  collect: { args: ['--now', '--json'] },
  init: { args: ['--force'] },
  check: { args: ['--live', '--rules'] },
  add: { args: ['FEED', '--yes'] },
  article: { args: ['FEED'], code: 1 },
  'apply-rules': { args: ['--yes'] },
  import: { args: ['sources.opml'] },
  export: { args: [] },
  search: { args: ['storm'] },
  doctor: { args: [] },
  'sources list': { args: [] },
  'sources remove': { args: ['nobody'], code: 2 },
  'keys add': { args: ['reader'] },
  'keys list': { args: [] },
  'keys revoke': { args: ['nobody'], code: 2 },
  backup: { args: ['new.db.gz'] },
  restore: { args: ['kept.db.gz', '--dry-run'] },
  'digest send': { args: ['nobody'], code: 2 },
  'hooks list': { args: [] },
  'hooks test': { args: ['nobody'], code: 2 },
  'hooks resume': { args: ['nobody'], code: 2 },
  // Nobody asks it anything.
  mcp: { args: [], isSilent: true },
  'store copy': { args: ['--from', 'sqlite:data/digest.db', '--to', 'sqlite:copy.db'] },
  'store info': { args: [] },
  'store vacuum': { args: [] },
  completions: { args: ['bash'] },
  schema: { args: [] },
  newsroom: { args: ['--port', '0'], until: /invented sources/ },
}

/** What else makes a file unreadable is as junk: `test/search/index-sync.test.ts` reads such files. */
const STATES: Readonly<Record<string, (index: string) => Promise<void> | void>> = {
  'is missing': (index) => rmSync(index),
  'is junk': (index) => writeFileSync(index, 'junk'),
  'is of changes that the store no longer knows': (index) => rewrite(index, { at: NOW - 1 }),
}

let publisher: Publisher
let made = ''

beforeAll(async () => {
  publisher = await openPublisher()
  made = await collected()
})
afterAll(() => publisher.close())

it('every command does its work and ends where the file of the search index is junk', async () => {
  const ends = new Map<string, unknown>()
  for (const name of await commandNames()) ends.set(name, await run(name, await folderWith('is junk')))

  expect(Object.fromEntries(ends)).toEqual(
    Object.fromEntries(
      Object.entries(CALLS).map(([name, { code = 0, isSilent = false }]) => [name, { code, isSilent }]),
    ),
  )
})

// What makes a file unusable is all the same to the other commands: they only learn that there is none.
it.each(Object.keys(STATES).filter((state) => state !== 'is junk'))(
  'a search in the terminal is answered where the file of the search index %s',
  async (state) => {
    expect(await run('search', await folderWith(state))).toEqual({ code: 0, isSilent: false })
  },
)

it('collect without news writes the file of the search index as it was, whatever is wrong with it, and the first search of the next start is answered', async () => {
  const version = (await readSnapshot(indexOf(made)))?.version
  let folder = ''
  for (const state of Object.keys(STATES)) {
    folder = await folderWith(state)

    await runCli(['collect'], folder)

    expect({ state, version: (await readSnapshot(indexOf(folder)))?.version }).toEqual({ state, version })
  }
  expect(await firstSearch(folder)).toBe(200)
})

it('a command that waits for what never comes ends with 1 and says so', async () => {
  const folder = await folderWith('is junk')
  const neverOpens =
    "import files from 'node:fs/promises'; import { syncBuiltinESMExports } from 'node:module'; files.open = () => new Promise(() => {}); syncBuiltinESMExports()"

  const { ended, output } = startCli(['search', 'storm'], {
    cwd: folder,
    nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(neverOpens)}`],
  })

  expect(await ended).toEqual({ code: 1, signal: null })
  expect(output().stderr).toContain('content-digest ended before its work was done')
})

/** Every command, those of groups with the group's name. */
async function commandNames(): Promise<string[]> {
  const program = new Command()
  for (const load of Object.values(COMMANDS)) (await load())(program)
  const namesOf = (command: Command): string[] =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.flatMap(namesOf).map((name) => `${command.name()} ${name}`)
  return program.commands.flatMap(namesOf)
}

async function run(name: string, cwd: string) {
  const { args, until } = CALLS[name] ?? { args: [] }
  const words = args.map((arg) => (arg === 'FEED' ? publisher.urlOf('other') : arg))
  const call = [...name.split(' '), ...words]
  if (until === undefined && !SEARCHING.includes(name)) {
    const { code, stdout, stderr } = await runCli(call, cwd)
    return { code, isSilent: stdout + stderr === '' }
  }
  const started = startCli(call, { cwd })
  if (until !== undefined) {
    await eventually(started.output, ({ stdout }) => until.test(stdout))
    await started.stop()
  }
  const { code } = await started.ended
  const { stdout, stderr } = started.output()
  return { code, isSilent: stdout + stderr === '' }
}

async function firstSearch(folder: string): Promise<number> {
  const service = await serve(['--no-collect'], folder)
  const { status } = await fetch(`${service.url}/api/search?q=storm`)
  await service.stop()
  return status
}

/** A folder with settings, a large store, the file of its index, a backup and an OPML file. */
async function collected(): Promise<string> {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'data'))
  const store = await openSqliteStore(join(folder, 'data/digest.db'), { now: () => NOW })
  await store.syncSources([aSource('paper')], NOW)
  await store.reserveIds('item', ITEMS)
  await store.reserveIds('story', ITEMS)
  const inserts = Array.from({ length: ITEMS }, (_, i) =>
    anInsert(i + 1, i + 1, aDraft(`a${i}`, { title: `storm ${i}` })),
  )
  await store.saveVisit(aVisit('paper', { inserts }))
  await keepIndexFile(store.searchSource)
  await store.close()
  const rules = 'rules: [{ when: { title: nothing has these words }, then: drop }]'
  const settings = `${publisher.settingsFor(['paper'])}${rules}\nretention: { days: 3650 }\n`
  writeFileSync(join(folder, 'digest.yaml'), settings)
  writeFileSync(
    join(folder, 'sources.opml'),
    '<opml><body><outline xmlUrl="https://a.example/"/></body></opml>',
  )
  await runCli(['backup', 'kept.db.gz'], folder)
  await runCli(['collect'], folder)
  return folder
}

/** A copy of such a folder in which the file of the index is in this state. */
async function folderWith(state: string): Promise<string> {
  const folder = emptyFolder()
  cpSync(made, folder, { recursive: true })
  await STATES[state]?.(indexOf(folder))
  return folder
}

function indexOf(folder: string): string {
  return join(folder, 'data/digest.db-search')
}

async function rewrite(index: string, changes: Partial<SnapshotVersion>): Promise<void> {
  const read = await readSnapshot(index)
  if (read === undefined) throw new RangeError(`no index in ${index}`)
  await writeSnapshot(index, { ...read.version, ...changes }, read.segments)
}
