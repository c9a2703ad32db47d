import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS, SECOND_MS, YEAR_SECONDS } from '../../model/time.ts'
import { UNLIMITED_ROUTE } from '../access/rate-limit.ts'
import { negotiate } from '../answer/encodings.ts'
import { isKnown } from '../answer/send.ts'
import type { Asset } from './page.ts'

const MIME_TYPES = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
])

/**
 * Reads a folder's files into memory, so that requests never touch the disk. Files of other types, such as those of the
 * build, are left out.
 */
export function readAssets(folder: string): Asset[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.toSorted().flatMap((file) => {
    const mimeType = MIME_TYPES.get(extname(file))
    if (mimeType === undefined) return []
    const path = `/${file.split(sep).join('/')}`
    return [
      {
        path,
        mimeType,
        bytes: readFileSync(join(folder, file)),
        brotli: readIfThere(join(folder, `${file}.br`)),
        gzip: readIfThere(join(folder, `${file}.gz`)),
        isHashed: path.startsWith('/assets/'),
      },
    ]
  })
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined
}

const DAY_SECONDS = DAY_MS / SECOND_MS

/** The service worker. Browsers check for a new one whenever a document is opened. */
const WORKER = '/worker.js'

/** It only fetches the page's documents and files. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** Each file has its own route, which rules out path traversal. */
export function addAssetRoutes(app: FastifyInstance, assets: readonly Asset[]): void {
  for (const asset of assets) {
    const hash = createHash('sha256').update(asset.bytes).digest('base64url').slice(0, 22)
    app.get(asset.path, { schema: { hide: true }, config: UNLIMITED_ROUTE }, (request, reply) =>
      send(request, reply, asset, hash),
    )
  }
}

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset, hash: string): FastifyReply {
  const { encoding, bytes } = chooseForm(request, asset)
  const etag = `"${hash}-${encoding}"`
  reply.header('etag', etag)
  reply.header('vary', 'Accept-Encoding')
  reply.header('cache-control', cacheControlOf(asset))
  if (asset.path === WORKER) reply.header('content-security-policy', WORKER_POLICY)
  if (isKnown(request.headers, etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', asset.mimeType).send(bytes)
}

function cacheControlOf({ path, isHashed }: Asset): string {
  if (path === WORKER) return 'no-cache'
  return isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : `public, max-age=${DAY_SECONDS}`
}

function chooseForm(request: FastifyRequest, asset: Asset) {
  const encoding = negotiate(request.headers['accept-encoding'], ['br', 'gzip', 'identity'])
  if (encoding === 'br' && asset.brotli !== undefined) return { encoding, bytes: asset.brotli } as const
  if (encoding === 'gzip' && asset.gzip !== undefined) return { encoding, bytes: asset.gzip } as const
  return { encoding: 'identity', bytes: asset.bytes } as const
}
