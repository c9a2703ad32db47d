// Runs `npm ci && npm test` on a copy of the checkout with Node.js 20, 22, 24 and 26, or with the versions given:
// `npm run test:nodes -- 22 24`. With folders or files, only their tests run: `npm run test:nodes -- 24 test/store`. The
// binaries come from packages of the npm registry. These also have the headers that are needed to compile a native driver.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const given = process.argv.slice(2)
const isVersion = (argument) => /^[\d.]+$/.test(argument)
const versions = given.some(isVersion) ? given.filter(isVersion) : ['20', '22', '24', '26']
const paths = given.filter((argument) => !isVersion(argument))
const test =
  paths.length === 0
    ? ['test']
    : ['exec', '--call', `npm run --silent build && vitest run ${paths.join(' ')}`]
const binaries = `node-${process.platform}-${process.arch}`
const npm = process.env.npm_execpath
if (npm === undefined) throw new Error('run this script with npm: npm run test:nodes')

/** Files that the copy makes anew, or that are not part of the project. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'data', 'coverage', '.git'])

/** Variables of the calling npm run, which would mislead the npm that this script starts. */
const ABOUT_THIS_RUN = /^(?:npm_(?:package|lifecycle)_|npm_config_local_prefix$|INIT_CWD$)/
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ABOUT_THIS_RUN.test(name))),
  DIGEST_CORPUS: resolve(root, process.env.DIGEST_CORPUS ?? '../shared/corpus'),
  EVERY_CASE: '1',
}

const failures = versions.map((version) => testOn(version))
process.stdout.write('\n')
for (const [i, failure] of failures.entries())
  process.stdout.write(`Node.js ${versions[i]}: ${failure ?? 'passed'}\n`)
process.exitCode = failures.every((failure) => failure === undefined) ? 0 : 1

/** @returns the failed step and its folder; `undefined` if all passed, and then the copy is removed */
function testOn(version) {
  const folder = mkdtempSync(join(tmpdir(), `content-digest-node-${version}-`))
  // PostgreSQL of the tests runs as another user where these run as root, and must be able to enter.
  chmodSync(folder, 0o755)
  const checkout = join(folder, 'checkout')
  const node = join(folder, 'node_modules', binaries)
  const bin = join(node, 'bin')
  const withVersion = { ...env, PATH: `${bin}${delimiter}${env.PATH}`, npm_config_nodedir: node }

  cpSync(root, checkout, { recursive: true, filter: (from) => !isLeftOut(from) })
  const install = ['install', '--no-save', '--prefix', folder, `${binaries}@${version}`]
  const step =
    failed(process.execPath, [npm, ...install], folder, env) ??
    failed(join(bin, 'node'), ['--version'], checkout, withVersion) ??
    failed(join(bin, 'node'), [npm, 'ci'], checkout, withVersion) ??
    failed(join(bin, 'node'), [npm, ...test], checkout, withVersion)
  if (step !== undefined) return `failed at '${step}' in ${checkout}`
  rmSync(folder, { recursive: true, force: true })
  return undefined
}

function isLeftOut(path) {
  return dirname(path) === root && LEFT_OUT.has(basename(path))
}

/** Runs a step. @returns its command line if it failed, else `undefined` */
function failed(command, args, cwd, environment) {
  const step = args.map((word) => (word === npm ? 'npm' : word)).join(' ')
  process.stdout.write(`\n# ${step}\n`)
  const { status, error } = spawnSync(command, args, { cwd, env: environment, stdio: 'inherit' })
  if (error !== undefined) process.stderr.write(`${error.message}\n`)
  return status === 0 ? undefined : step
}
