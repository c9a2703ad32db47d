// Builds the service from src/ into FOLDER. It bundles hundreds of files into a few, since opening files dominates the
// time of a start. Packages are bundled too; licences.txt has their licences.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { tsImport } from 'tsx/esm/api'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const src = join(root, 'src')

/** Entry points: the command line, and the worker threads and processes, which are started by file name. */
const ENTRIES = [
  'cli/main',
  'cli/serve/backup-process',
  'cli/serve/collector/collector-worker',
  'cli/serve/newsroom-worker',
  'sources/article/extractor-worker',
  'search/build-index-thread',
]

/**
 * What is not bundled, of what is imported: native code, and what packages would use if it were installed. Nor is what code
 * loads by `createRequire`, when it first needs it, such as the SQLite driver. These are the `dependencies` of
 * package.json; bundled packages are among its `devDependencies`.
 */
const NOT_BUNDLED = ['sharp', 'pg-native', 'canvas']

/** Files of the packages that build-page.mjs bundles. */
const OF_PAGE = ['node_modules/preact/package.json', 'node_modules/preact-render-to-string/package.json']

export async function buildService(folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES.map((entry) => ({ in: join(src, `${entry}.ts`), out: nameOf(entry) })),
    // All bundles lie in one folder, since `withPlaces` makes paths relative to it.
    outdir: join(folder, 'code'),
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: NOT_BUNDLED,
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    plugins: [withPlaces, withPackedTable, withNeededOfUndici],
    // Bundled CommonJS packages load Node's own modules with `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  })
  for (const entry of ENTRIES) writeEntry(folder, entry)
  writeFileSync(join(folder, 'licences.txt'), licencesOf([...Object.keys(metafile.inputs), ...OF_PAGE]))
}

/** Data files keep their folders of src/. So `import.meta.url` of bundled code must give its original path. */
const withPlaces = {
  name: 'places',
  setup(building) {
    building.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!path.startsWith(src) || !text.includes('import.meta.url')) return undefined
      const place = `../${relative(src, path).replaceAll('\\', '/').replace(/\.ts$/, '.js')}`
      return {
        loader: 'ts',
        contents: text.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`),
      }
    })
  },
}

/** The table of the language detector, packed: as the package has it, it takes 30 MB more. */
const withPackedTable = {
  name: 'table',
  setup(building) {
    building.onLoad({ filter: /[\\/]eld[\\/]src[\\/]ngrams[\\/]small\.js$/ }, async ({ path }) => {
      const { ngramsData } = await import(pathToFileURL(path).href)
      const { ngrams, ...others } = ngramsData
      const code = join(src, 'text/language/ngram-table.ts')
      const { packNgrams } = await tsImport(pathToFileURL(code).href, import.meta.url)
      return {
        resolveDir: root,
        contents: `import { unpackNgrams } from ${JSON.stringify(code)}
          export const ngramsData = { ...${JSON.stringify(others)}, ngrams: unpackNgrams('${packNgrams(ngrams)}') }`,
      }
    })
  },
}

/** Of undici what src/fetch uses: `fetch`, WebSockets and mocks would be a tenth of a start. */
const withNeededOfUndici = {
  name: 'undici',
  setup(building) {
    building.onResolve({ filter: /^undici$/ }, ({ importer, path }) =>
      importer.startsWith(src) ? { path, namespace: 'needed' } : undefined,
    )
    building.onLoad({ filter: /./, namespace: 'needed' }, () => ({
      resolveDir: root,
      contents: `export { default as Agent } from 'undici/lib/dispatcher/agent.js'
        export { default as buildConnector } from 'undici/lib/core/connect.js'
        export { default as errors } from 'undici/lib/core/errors.js'`,
    }))
  },
}

/** Entry points keep their paths of src/; each only imports its bundle. */
function writeEntry(folder, entry) {
  const file = join(folder, `${entry}.js`)
  const code = relative(dirname(file), join(folder, 'code', `${nameOf(entry)}.js`)).replaceAll('\\', '/')
  const first = entry === 'cli/main' ? '#!/usr/bin/env node\n' : ''
  mkdirSync(dirname(file), { recursive: true })
  // The command line is run by its name where npm did not install it, as in a container.
  writeFileSync(file, `${first}import '${code}'\n`, { mode: entry === 'cli/main' ? 0o755 : 0o644 })
}

function nameOf(entry) {
  return entry.split('/').at(-1)
}

/** The licences of the packages that `inputs`, paths of bundled files, belong to. */
function licencesOf(inputs) {
  const folders = new Set(
    inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0] ?? []),
  )
  const texts = [...folders]
    .sort((a, b) => a.localeCompare(b))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
      const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each))
      const text = file === undefined ? '' : readFileSync(join(root, folder, file), 'utf8').trim()
      return `${name} ${version} (${license})\n\n${text}\n`
    })
  return texts.join(`\n${'-'.repeat(72)}\n\n`)
}
