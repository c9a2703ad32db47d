import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/** Paths of what `npm pack` would put into the package, as it is built now. */
function packedFiles(): string[] {
  const [report] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8' }),
  ) as [{ readonly files: readonly { readonly path: string }[] }]
  return report.files.map(({ path }) => path)
}

/** Files of the project below `folder` whose paths match, as paths of the project. */
function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => pattern.test(path))
}

describe('the npm package', () => {
  const files = packedFiles()

  it('has the commands, their threads, the page, all migrations, the documentation and the deployment files', () => {
    const needed = [
      'LICENSE',
      'README.md',
      'dist/cli/main.js',
      'dist/cli/serve/collector/collector-worker.js',
      'dist/digest.schema.json',
      'dist/licences.txt',
      'dist/web/server/server.js',
      'dist/client/client.js',
      'dist/client/client.d.ts',
      'dist/client/openapi.d.ts',
      ...filesBelow('src/store', /\.sql$/).map((path) => path.replace('src/', 'dist/')),
      ...filesBelow('docs', /\.md$/),
      ...filesBelow('deploy', /\/(?:[\w@-]+\.\w+|Caddyfile)$/),
    ]

    expect(needed.filter((path) => !files.includes(path))).toEqual([])
  })

  it('has nothing else: no sources, tests, pictures or settings', () => {
    const places = /^(?:dist|docs|deploy|research)\/|^[A-Z]+(?:\.md)?$|^package\.json$/
    const strange = /fixtures|(?<!\.d)\.tsx?$|\.test\.|\.env|secrets\/|config\/|^docs\/images/

    expect(files.filter((path) => !places.test(path) || strange.test(path))).toEqual([])
  })
})
