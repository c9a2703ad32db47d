// Builds web/ into FOLDER: client/ is what browsers get, precompressed; server/ renders the same views. The worker has
// no hash in its name, since browsers look for a new one at the same address.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { build } from 'vite'

const web = join(dirname(dirname(fileURLToPath(import.meta.url))), 'web')
const configFile = join(web, 'vite.config.ts')

/** Compression saves hardly anything below this size. */
const MIN_BYTES = 500

export async function buildPage(folder) {
  const client = join(folder, 'client')
  const shared = { configFile, logLevel: 'warn' }
  await build({ ...shared, build: { outDir: client, emptyOutDir: true } })
  await build({ ...shared, build: { ssr: true, outDir: join(folder, 'server'), emptyOutDir: true } })
  await bundle({
    entryPoints: [join(web, 'worker', 'worker.ts')],
    outfile: join(client, 'worker.js'),
    bundle: true,
    minify: true,
    target: 'es2022',
    logLevel: 'warning',
  })
  for (const file of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
    if (['.js', '.css', '.svg'].includes(extname(file))) compress(join(client, file))
  }
}

function compress(file) {
  const bytes = readFileSync(file)
  if (bytes.length < MIN_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
