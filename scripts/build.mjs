// Builds dist/ from src/: the code of the service, and other files (SQL, data) at their paths of src/. Builds
// dist/web/, the page, from web/, dist/client/ from client/, dist/digest.schema.json from the settings, and dist/cli/help.txt.
// `build.mjs FOLDER` builds into another folder, which benchmarks use.
import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildClient } from './build-client.mjs'
import { buildPage } from './build-page.mjs'
import { buildService } from './build-service.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = resolve(root, process.argv[2] ?? 'dist')

rmSync(dist, { recursive: true, force: true })
await buildService(dist)
copyData(join(root, 'src'), dist)
writePrinted('digest.schema.json', 'schema')
// Later the program need not load all commands for its help.
writePrinted('cli/help.txt', '--help')
await buildPage(join(dist, 'web'))
await buildClient(join(dist, 'client'))

/** Writes what the built program prints. */
function writePrinted(file, ...args) {
  writeFileSync(join(dist, file), execFileSync(process.execPath, [join(dist, 'cli/main.js'), ...args]))
}

function copyData(from, to) {
  for (const name of readdirSync(from)) {
    if (name === 'fixtures') continue // only for tests
    const path = join(from, name)
    if (statSync(path).isDirectory()) copyData(path, join(to, name))
    else if (extname(name) !== '.ts') cpSync(path, join(to, name))
  }
}
