import { chmodSync, mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { madeOnce } from './made-once.ts'

/** Bundled CommonJS packages load Node's own modules with `require`. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** Bundled code finds its data files where its source is. */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup(building) {
    building.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const place = JSON.stringify(pathToFileURL(path).href)
      const contents = (await readFile(path, 'utf8')).replaceAll('import.meta.url', place)
      return { contents, loader: 'ts' }
    })
  },
}

/** A script for processes of its own, as one file of JavaScript: compiling it at each start takes longer than its work. */
export async function compiled(script: string): Promise<string> {
  const folder = await madeOnce(`compiled-${basename(script)}`, async () => {
    const made = mkdtempSync(join(tmpdir(), 'digest-compiled-'))
    // Other users run it too.
    chmodSync(made, 0o755)
    await build({
      entryPoints: [script],
      outfile: join(made, 'script.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      external: ['pg-native'],
      banner: { js: REQUIRE },
      plugins: [ownPlaces],
    })
    return made
  })
  return join(folder, 'script.mjs')
}
