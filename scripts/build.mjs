// Builds dist/ from src/: JavaScript by the compiler, files that are not code (SQL, data) copied beside it;
// and dist/web/, the page, from web/.
// `build.mjs FOLDER` builds there instead: benchmarks measure a build that nothing else touches.
import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage } from './build-page.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')

const dist = resolve(root, process.argv[2] ?? 'dist')

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', dist], {
  stdio: 'inherit',
})
copyData(join(root, 'src'), dist)
await buildPage(join(dist, 'web'))

function copyData(from, to) {
  for (const name of readdirSync(from)) {
    if (name === 'fixtures') continue // what tests read
    const path = join(from, name)
    if (statSync(path).isDirectory()) copyData(path, join(to, name))
    else if (extname(name) !== '.ts') cpSync(path, join(to, name))
  }
}
