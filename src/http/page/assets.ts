import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { Asset } from './page.ts'

const MIME_TYPES = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
])

/**
 * Reads the files of a folder, all of them and no other ever after: an address leads to what was read here,
 * not to the disk. Files whose type is not listed are left out, and with them what the build itself needs.
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
