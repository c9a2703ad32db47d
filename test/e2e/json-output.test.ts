import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { openPublisher, type Publisher } from './publisher.ts'
import { emptyFolder, runCli } from './run-cli.ts'

const COUNT: unknown = expect.any(Number)
const TEXT: unknown = expect.any(String)

const SUMMARY = { schemaVersion: COUNT, storeId: TEXT, items: 1, stories: 1, sources: 1, asOf: TEXT }
const RULES = {
  complete: true,
  looked: 1,
  deleted: 0,
  changed: 0,
  rules: [{ rule: 'rules[0] (none)', drops: true, items: 0, samples: [] }],
}

/** What each command prints, in a folder with one source that was visited; calls of one command have other flags. */
const PRINTED: readonly (readonly [call: string, printed: unknown])[] = [
  ['collect', { visited: COUNT, added: COUNT, failed: 0, failures: [] }],
  ['check', { valid: true, file: TEXT, warnings: [], sources: 1, enabled: 1, store: TEXT }],
  ['check --rules', { valid: true, rules: { applied: false, ...RULES } }],
  ['check --live', [{ id: 'paper', status: 'ok', entries: 1 }]],
  ['check --live --rules', { valid: true, rules: RULES, live: [{ id: 'paper', status: 'ok' }] }],
  ['search item', { query: 'item', total: 1, items: [{ title: 'Item of paper' }] }],
  [
    'doctor',
    { healthy: true, sources: 1, well: 1, idleSince: null, findings: [], undelivered: [], left: [] },
  ],
  ['doctor --deep', { healthy: true, faults: [] }],
  ['apply-rules', { applied: true, ...RULES }],
  ['apply-rules --dry-run', { applied: false, ...RULES }],
  ['hooks list', [{ name: 'alerts', state: 'new' }]],
  ['digest morning --dry-run', { digest: 'morning', storyCount: COUNT, sections: expect.any(Array) }],
  ['hooks test alerts', { hook: 'alerts', id: TEXT, result: 'accepted', error: null }],
  ['article PAGE', { url: TEXT, title: 'Ferries run again', author: null, text: TEXT, html: TEXT }],
  ['import OPML --dry-run', { dryRun: true, added: [{ id: 'harbour' }], known: [], refused: [] }],
  ['sources list', [{ id: 'paper', name: TEXT, configured: true, status: 'ok', items: 1 }]],
  ['keys list', []],
  ['keys add reader', { name: 'reader', scope: 'all', hash: TEXT, key: TEXT }],
  ['keys revoke reader --last', { name: 'reader', revoked: true }],
  ['backup FILE', { file: TEXT, ...SUMMARY, bytes: COUNT, contentBytes: COUNT, sha256: TEXT }],
  ['store info', { place: TEXT, engine: 'sqlite', ...SUMMARY, bytes: COUNT, tables: expect.any(Array) }],
  ['store vacuum', { place: TEXT, bytesBefore: COUNT, bytes: COUNT, bytesGained: COUNT }],
  ['store copy --from STORE --to COPY', { place: TEXT, start: 'anew', tables: expect.any(Array) }],
  ['restore BACKUP --dry-run', { place: null, ...SUMMARY, sha256: TEXT }],
  ['restore BACKUP --to COPY', { place: TEXT, ...SUMMARY, sha256: TEXT }],
  ['add FEED --dry-run', { found: [{ name: 'other', entries: 1 }], added: null, reason: null }],
  ['add FEED --yes', { found: [{ url: TEXT }], added: 'other', reason: null }],
  ['add FEED --yes', { found: [], added: null, reason: expect.stringContaining('already') }],
  ['sources remove other --yes', { id: 'other', removed: true, deleted: 0, kept: 0, shared: 0 }],
]

/** What these print is tested where a service runs. */
const OF_A_SERVICE = ['hooks resume', 'digest send']

/** These print no facts: they run until they are stopped, or print a document in a form of its own. */
const WITHOUT_FACTS = ['serve', 'newsroom', 'mcp', 'init', 'schema', 'completions', 'export']

/** These read no settings. */
const IS_OF_STORES = /^(?:restore|store copy)/

let publisher: Publisher
let folder = ''
let files = 0

beforeAll(async () => {
  publisher = await openPublisher()
  folder = emptyFolder()
  const rules =
    'rules: [{ name: none, when: { title: nothing has these words }, then: drop }]\ndigests: [{ name: morning, title: Morning, query: distinct=story, at: "07:00" }]\n'
  const hooks = `hooks: [{ name: alerts, url: "${publisher.urlOf('hook')}" }]\n`
  writeFileSync(join(folder, 'digest.yaml'), publisher.settingsFor(['paper']) + rules + hooks)
  writeFileSync(
    join(folder, 'list.opml'),
    '<opml><body><outline text="Harbour" xmlUrl="https://harbour.example/feed"/></body></opml>',
  )
  await runCli(['collect'], folder)
  await runCli(['backup', 'made.gz'], folder)
})
afterAll(() => publisher.close())

describe('--json', () => {
  it('is printed by every command that knows it, as documented', async () => {
    const called = PRINTED.map(([call]) =>
      call.replace(/ (?:-|[A-Z]+|item|morning|alerts|reader|other).*/, ''),
    )

    expect(new Set([...called, ...OF_A_SERVICE])).toEqual(new Set(await commandNames(hasJson)))
  })

  it('is known to every command that prints facts', async () => {
    const others = await commandNames((command) => command.commands.length === 0 && !hasJson(command))

    expect(new Set(others)).toEqual(new Set(WITHOUT_FACTS))
  })

  it.each(PRINTED)('is one value: %s', async (call, printed) => {
    const { code, stdout, stderr } = await run(call, folder)

    expect(JSON.parse(stdout)).toMatchObject(printed as object)
    const isRefused = stdout.includes('"reason": "')
    expect([code, stderr]).toEqual([isRefused ? 2 : 0, expect.not.stringContaining('Error')])
  })

  it.each(PRINTED.map(([call]) => call).filter((call) => !IS_OF_STORES.test(call)))(
    'says what is wrong with the settings: %s',
    async (call) => {
      const broken = emptyFolder()
      writeFileSync(join(broken, 'digest.yaml'), 'log: { level: loud }\nserver: { prot: 1 }\n')

      const { code, stdout, stderr } = await run(call, broken)

      expect(code).toBe(2)
      const { error } = JSON.parse(stdout) as { error: { code: string; message: string } }
      expect(error.code).toBe('configInvalid')
      expect(error.message.split('\n')).toHaveLength(2)
      expect(stderr).toBe(`${error.message}\n`)
    },
  )

  it.each([
    ['search item --nonsense', 'parameterInvalid'],
    ['search', 'parameterInvalid'],
    ['search item --limit 0', 'parameterInvalid'],
    ['collect nobody', 'parameterInvalid'],
    ['backup -', 'parameterInvalid'],
    ['article FEED', 'parse'],
    ['import digest.yaml', 'parameterInvalid'],
    ['hooks resume alerts', 'parameterInvalid'],
    ['digest send morning', 'parameterInvalid'],
    ['keys revoke nobody', 'parameterInvalid'],
    ['restore BACKUP', 'parameterInvalid'],
    ['store copy --from COPY --to STORE', 'parameterInvalid'],
    ['store info --data ./nowhere', 'parameterInvalid'],
    ['search item --data ./nowhere', 'storeFailed'],
  ])('says why a call fails: %s', async (call, code) => {
    const { stdout } = await run(call, folder)

    expect(JSON.parse(stdout)).toMatchObject({ error: { code, message: expect.any(String) as unknown } })
  })

  it.each(['collect', 'check', 'doctor', 'doctor --deep', 'apply-rules', 'check --rules'])(
    'is printed where there is nothing yet: %s',
    async (call) => {
      const { code, stdout } = await run(call, emptyFolder())

      expect(code).toBe(0)
      expect(() => JSON.parse(stdout) as unknown).not.toThrow()
    },
  )

  it('does not ask, and says what would be deleted', async () => {
    const strict = emptyFolder()
    const rules = 'rules: [{ name: all, when: always, then: drop }]\n'
    writeFileSync(join(strict, 'digest.yaml'), publisher.settingsFor(['paper']))
    await runCli(['collect'], strict)
    writeFileSync(join(strict, 'digest.yaml'), publisher.settingsFor(['paper']) + rules)

    const { code, stdout } = await run('apply-rules', strict)

    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ applied: false, deleted: 1 })
  })
})

function run(call: string, cwd: string) {
  const places: Readonly<Record<string, string>> = {
    FILE: `backup-${files++}.gz`,
    BACKUP: join(folder, 'made.gz'),
    STORE: `sqlite:${join(folder, 'data/digest.db')}`,
    COPY: `sqlite:copy-${files++}.db`,
    OPML: join(folder, 'list.opml'),
    FEED: publisher.urlOf('other'),
    PAGE: publisher.urlOf('article.html'),
  }
  const words = call.split(' ').map((word) => places[word] ?? word)
  return runCli([...words, '--json'], cwd)
}

function hasJson({ options }: Command): boolean {
  return options.some(({ long }) => long === '--json')
}

/** The names of these commands, those of groups with the group's name. */
async function commandNames(isWanted: (command: Command) => boolean): Promise<string[]> {
  const program = new Command()
  for (const load of Object.values(COMMANDS)) (await load())(program)
  const namesOf = (command: Command): string[] => [
    ...(isWanted(command) ? [command.name()] : []),
    ...command.commands.flatMap(namesOf).map((name) => `${command.name()} ${name}`),
  ]
  return program.commands.flatMap(namesOf)
}
