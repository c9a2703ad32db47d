// Packs the package, installs it into an empty folder as users do, and runs it there: `--version`, `serve` with the
// sample newsroom, the client, and `collect` from a feed on loopback. Needs the npm registry.
import { strictEqual } from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), 'content-digest-package-'))
const main = join(folder, 'node_modules/content-digest/dist/cli/main.js')
const npm = process.env.npm_execpath
if (npm === undefined) throw new Error('run this script with npm: npm run test:package')

const FEED = `<rss version="2.0"><channel><title>Harbour</title>
  <item><title>Ferries run again</title><link>https://harbour.example/ferries</link></item></channel></rss>`

const [packed] = JSON.parse(runNpm(['pack', '--json', '--pack-destination', folder], root))
say(
  `packed ${packed.files.length} files, ${megabytes(packed.size)}, unpacked ${megabytes(packed.unpackedSize)}`,
)
writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
// Node.js 22.14 and later need no install script, as docs/deployment.md promises.
const withoutScripts = Number(process.versions.napi) >= 10 ? ['--ignore-scripts'] : []
runNpm(['install', '--no-audit', ...withoutScripts, join(folder, packed.filename)], folder)
say(`installed with Node.js ${process.version}`)

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
strictEqual(run(['--version']), `${version}\n`)
say(`--version: ${version}`)
startSettings()
await serveNewsroom()
await collectFeed()
rmSync(folder, { recursive: true, force: true })

/** Editors find the schema by the first line of the file. */
function startSettings() {
  run(['init'])
  const file = join(folder, 'digest.yaml')
  const [line] = readFileSync(file, 'utf8').split('\n')
  strictEqual(line, '# yaml-language-server: $schema=node_modules/content-digest/dist/digest.schema.json')
  JSON.parse(readFileSync(join(folder, line.split('=')[1]), 'utf8'))
  rmSync(file)
  say('init: editors find the schema')
}

async function serveNewsroom() {
  const service = spawn(process.execPath, [main, 'serve', '--port', '0'], { cwd: folder })
  const ended = once(service, 'close')
  let output = ''
  service.stderr.pipe(process.stderr)
  for await (const text of service.stdout) {
    output += text
    if (output.includes('\n')) break
  }
  const url = /listens on (\S+)/.exec(output)?.[1]
  if (url === undefined) throw new Error(`serve printed: ${output}`)
  for (const path of ['/', '/api/items', '/api-docs.json', '/livez']) {
    const { status } = await fetch(url + path)
    strictEqual(status, 200, path)
  }
  useClient(url)
  service.kill('SIGTERM')
  const [code] = await ended
  strictEqual(code, 0, 'exit code of serve')
  say('serve: the page, items, the description and the probe were answered')
}

/** A program of the project asks by the client; its types are checked too. */
function useClient(url) {
  const program = `import { createClient } from 'content-digest/client'
    const items = createClient('${url}').items({ limit: 500, fields: ['id', 'title'] })
    let count = 0
    for await (const { title } of items) count += title === '' ? 0 : 1
    if (count !== (await items.page()).total) throw new Error(\`walked \${count} items\`)
  `
  for (const name of ['use.mts', 'use.mjs']) writeFileSync(join(folder, name), program)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const flags = '--strict --noEmit --module nodenext --target es2022 --lib es2023,dom --types'.split(' ')
  for (const args of [[tsc, ...flags, '', 'use.mts'], ['use.mjs']])
    execFileSync(process.execPath, args, { cwd: folder, stdio: 'inherit' })
  say('client: compiled strictly, and walked all items')
}

async function collectFeed() {
  const server = createServer((_, response) => response.end(FEED)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  writeFileSync(
    join(folder, 'digest.yaml'),
    `collect: { allowAddresses: [127.0.0.1], thumbnails: false }
sources: [{ id: harbour, url: 'http://127.0.0.1:${server.address().port}/feed' }]\n`,
  )
  // Not synchronously: this process serves the feed.
  const collecting = spawn(process.execPath, [main, 'collect', '--json'], { cwd: folder })
  collecting.stderr.pipe(process.stderr)
  let output = ''
  for await (const text of collecting.stdout) output += text
  server.close()
  const { added, failed } = JSON.parse(output)
  strictEqual(added, 1, output)
  strictEqual(failed, 0, output)
  say('collect: one item from one source')
}

function run(args) {
  return execFileSync(process.execPath, [main, ...args], { cwd: folder, encoding: 'utf8' })
}

function runNpm(args, cwd) {
  const env = Object.fromEntries(
    // Variables of the calling npm run would mislead this one.
    Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_(?:package|lifecycle)_|npm_config_local_prefix$|INIT_CWD$)/.test(name),
    ),
  )
  return execFileSync(process.execPath, [npm, ...args], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
