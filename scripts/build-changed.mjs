// npm runs this before `npm test`. Builds if anything that the build is made of is newer than it, which it is not after `npm ci`.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const FOLDERS = ['src', 'sample', 'web', 'client', 'scripts']
const FILES = ['package-lock.json', 'package.json', 'tsconfig.json']

/** What is built last. */
const built = join(root, 'dist/client/client.d.ts')

if (!existsSync(built) || inputs().some((path) => changedAt(path) > changedAt(built)))
  await import('./build.mjs')

/** Folders too, which a deleted file changes. */
function inputs() {
  const below = (folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  return [...FILES, ...FOLDERS, ...FOLDERS.flatMap(below)].map((path) => join(root, path))
}

function changedAt(path) {
  return statSync(path).mtimeMs
}
