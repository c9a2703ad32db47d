// Builds the service from src/ into FOLDER: few files in place of hundreds, since opening a file costs a start more than
// reading it. Code of packages that every command needs is among them, with its licences in licences.txt.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { packNgrams } from './packed-ngrams.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const src = join(root, 'src')

/** What is started: the command line, and the threads, each by its file's name. */
const ENTRIES = [
  'cli/main',
  'cli/serve/collector-worker',
  'cli/serve/newsroom-worker',
  'sources/article/extractor-worker',
  'search/build-index-thread',
]

/**
 * Stay packages: they start threads by files of their own, are machine code, or are needed by few commands. The SQLite driver
 * stays one as well: `driver.ts` chooses it at run time.
 */
const PACKAGES = [
  'pino',
  'snowball-stemmers',
  'fastify',
  '@fastify/*',
  'linkedom',
  '@mozilla/readability',
  're2js',
  'sharp',
]

export async function buildService(folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES.map((entry) => ({ in: join(src, `${entry}.ts`), out: nameOf(entry) })),
    // All beside each other, so that `withPlaces` knows where from.
    outdir: join(folder, 'code'),
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: PACKAGES,
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    plugins: [withPlaces, withTables],
    // Packages in CommonJS ask for Node's own modules by it.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  })
  for (const entry of ENTRIES) writeEntry(folder, entry)
  writeFileSync(join(folder, 'licences.txt'), licencesOf(Object.keys(metafile.inputs)))
}

/** Files that code finds beside itself stay where they were: what it takes for its own place is where it stood in src/. */
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

/**
 * The table by which languages are told, as numbers in a file beside the code. A detector that is written in
 * another way fails the build.
 */
const withTables = {
  name: 'tables',
  setup(building) {
    building.onLoad({ filter: /[\\/]eld[\\/]src[\\/]ngrams[\\/]small\.js$/ }, async ({ path }) => {
      const { ngramsData } = await import(pathToFileURL(path).href)
      const { ngrams, ...rest } = ngramsData
      const folder = building.initialOptions.outdir
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, NGRAMS_FILE), packNgrams(ngrams))
      return {
        contents: `import { readFileSync } from 'node:fs'
          import { unpackNgrams } from ${JSON.stringify(join(root, 'scripts', 'packed-ngrams.mjs'))}
          const bytes = readFileSync(new URL('${NGRAMS_FILE}', import.meta.url))
          export const ngramsData = { ...${JSON.stringify(rest)}, ngrams: unpackNgrams(bytes) }`,
        resolveDir: dirname(path),
      }
    })
    building.onLoad({ filter: /[\\/]eld[\\/]src[\\/]languageDetector\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const contents = text.replace(LOOKUP, 'languageData.ngrams.addTo(langScore, bytes, baseNgramScore)')
      if (contents === text) throw new Error(`${path} looks its pieces of words up in another way`)
      return { contents }
    })
  },
}

const NGRAMS_FILE = 'languages.bin'
const LOOKUP =
  /thisByte = languageData\.ngrams\[bytes\][^}]*for \(lang in thisByte\) \{\s*langScore\[lang\] \+= thisByte\[lang\] \+ baseNgramScore;\s*\}/

/** The command line and the threads are started from where they stand in src/. */
function writeEntry(folder, entry) {
  const file = join(folder, `${entry}.js`)
  const code = relative(dirname(file), join(folder, 'code', `${nameOf(entry)}.js`)).replaceAll('\\', '/')
  const first = entry === 'cli/main' ? '#!/usr/bin/env node\n' : ''
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${first}import '${code}'\n`)
}

function nameOf(entry) {
  return entry.split('/').at(-1)
}

/** The licence of each package that code was taken from. */
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
