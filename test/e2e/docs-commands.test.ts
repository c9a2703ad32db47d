import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSmtp } from '../digests/smtp.ts'
import { ask, hasPostgres, postgresUrl } from '../store/postgres-fixture.ts'
import { openPublisher, type Publisher } from './publisher.ts'
import { emptyFolder, runCli, type Serving, serve } from './run-cli.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MAIN = join(ROOT, 'dist/cli/main.js')

/** Lines that no test can run as they stand, and what runs instead. */
const NOT_RUN: readonly (readonly [line: RegExp, where: string])[] = [
  [/^npm |^npx vitest|^node --import/, 'the tools of this project: they are what runs the tests'],
  [/^(?:sudo )?(?:docker|systemctl) /, 'test/deploy'],
  [/^claude /, 'another program, with its own accounts'],
  [/content-digest (?:serve|newsroom)/, 'never ends: test/e2e/serve.test.ts, test/nodes, test/page'],
  [/content-digest add hn:/, 'asks a host of the internet: test/e2e/add.test.ts'],
  [/content-digest init/, 'writes a file that is there: test/e2e/without-settings.test.ts'],
  [/digest (?:send )?morning(?!.*--(?:dry-run|to))/, 'needs an edition: test/digests/commands.test.ts'],
]

const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
  .filter((page) => page.endsWith('.md'))
  .map((page) => ({ page, lines: linesOf(readFileSync(join(ROOT, page), 'utf8')) }))
  .filter(({ lines }) => lines.length > 0)

/** Here the program is one that says which words it was given. */
const WORDS = 'bin-of-words'

const HAS_POSTGRES = hasPostgres('the copies that the docs describe')
const SCHEMA = 'docs_commands'

let publisher: Publisher
let service: Serving
let mail: Awaited<ReturnType<typeof startSmtp>>
/** What each page's lines begin with. */
let collected = ''

beforeAll(async () => {
  publisher = await openPublisher()
  mail = await startSmtp()
  if (HAS_POSTGRES) await ask(`CREATE SCHEMA ${SCHEMA}`)
  collected = folderWithSettings()
  await runCli(['collect'], collected)
  const served = emptyFolder()
  cpSync(collected, served, { recursive: true })
  service = await serve(['--no-collect'], served)
})
afterAll(async () => {
  await service.stop()
  await Promise.all([publisher.close(), mail.close()])
  if (HAS_POSTGRES) await ask(`DROP SCHEMA ${SCHEMA} CASCADE`)
})

describe.each(PAGES)('$page', ({ lines }) => {
  let folder = ''
  beforeAll(() => {
    folder = emptyFolder()
    cpSync(collected, folder, { recursive: true })
  })

  it.for(lines)('%s', async (line, { skip }) => {
    skip(line.includes('postgres:') && !HAS_POSTGRES)
    const { code, output } = await runLine(asTyped(line), folder)

    expect(output).not.toContain('"status":4')
    expect([code, code === 0 ? '' : output]).toEqual([0, ''])
  })
})

/** The lines of blocks of code that call the service or its program; a line that ends with `\` goes on in the next one. */
function linesOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^ *```(\w*)\n(.*?)^ *```/gms)]
    .filter(([, language = '']) => ['', 'sh'].includes(language))
    .map(([, , block = '']) => block)
  return blocks
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.trim())
    .filter((line) => /^(?:npx )?content-digest |^curl /.test(line))
    .filter((line) => !NOT_RUN.some(([pattern]) => pattern.test(line)))
}

/** A line with what a reader puts in place of its examples. */
function asTyped(line: string): string {
  return line
    .replaceAll('http://127.0.0.1:8080', service.url)
    .replace('https://example.org/feed.xml', publisher.urlOf('feed'))
    .replace(/(?<=add )(?:https:\/\/)?example\.org/, publisher.urlOf('another'))
    .replace(/(?<=article )URL/, `${service.url}/article?id=1`)
    .replace(/(?<=add )URL/, publisher.urlOf('third'))
    .replace(/(?<=sources remove )ID(?= --keep)/, 'harbor-herald')
    .replace(/(?<=sources remove )ID(?: |$)/, 'tide-times --yes ')
    .replaceAll(/postgres:\/\/\S+/g, () => `'${postgresUrl(SCHEMA)}'`)
    .replace(/ssh \S+ '([^']*)'/, "sh -c '$1'")
    .replace(/(?<=--to )sqlite:\S+/, 'sqlite:./another.db')
    .replace(/(?<=--since )\d+/, '1')
    .replace(/^curl -N .*/, '$& --silent --max-time 1; [ $? = 28 ]')
}

function folderWithSettings(): string {
  const folder = emptyFolder()
  const settings = [
    publisher.settingsFor(['harbor-herald', 'tide-times']),
    'rules: [{ name: none, when: { title: nothing has these words }, then: drop }]',
    `hooks: [{ name: archive, url: "${publisher.urlOf('hook')}" }]`,
    `mail: { from: digest@example.org, smtp: { url: "smtp://127.0.0.1:${mail.port}" } }`,
    'digests: [{ name: morning, title: Morning, query: distinct=story, at: "07:00", send: [{ mail: team@example.org }] }]',
  ]
  writeFileSync(join(folder, 'digest.yaml'), settings.join('\n'))
  const outline = `<outline type="rss" text="Paper" xmlUrl="${publisher.urlOf('paper')}"/>`
  writeFileSync(join(folder, 'subscriptions.opml'), `<opml version="2.0"><body>${outline}</body></opml>`)
  const row = `UC${'a'.repeat(22)},http://www.youtube.com/channel/UC${'a'.repeat(22)},Sea`
  writeFileSync(join(folder, 'subscriptions.csv'), `Channel Id,Channel Url,Channel Title\n${row}\n`)
  for (const [file, call] of [
    ['bin/content-digest', `exec '${process.execPath}' '${MAIN}' "$@"`],
    ['bin/npx', 'exec "$@"'],
    [`${WORDS}/content-digest`, String.raw`printf '%s\0' "$@"`],
    [`${WORDS}/npx`, 'exec "$@"'],
  ] as const) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `#!/bin/sh\n${call}\n`)
    chmodSync(join(folder, file), 0o755)
  }
  return folder
}

interface Ran {
  readonly code: number | null
  readonly output: string
}

/** One command takes the process of others, with the words that the shell makes of the line. */
async function runLine(line: string, folder: string): Promise<Ran> {
  if (!/^(?:npx )?content-digest [^|>;&]*$/.test(line.replace(/ #.*/, ''))) return runShell(line, folder)
  const { output: words } = await runShell(line, folder, join(folder, WORDS))
  const { code, stdout, stderr } = await runCli(words.split('\0').slice(0, -1), folder)
  return { code, output: stdout + stderr }
}

async function runShell(line: string, folder: string, bin = join(folder, 'bin')): Promise<Ran> {
  const child = spawn('sh', ['-c', line], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: [bin, process.env['PATH']].join(delimiter),
      BASE: service.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: code as number | null, output: stdout + stderr }
}
