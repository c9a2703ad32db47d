import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readAssets } from '../../api/page/assets.ts'
import type { Page } from '../../api/page/page.ts'

/** `openRenderer` of `web/server.tsx`, from the build. */
type Renderer = (client: { readonly manifest: string }) => Omit<Page, 'assets'>

/**
 * Opens the built page. Its folder is beside this file in a build, and in `dist` when run from source.
 *
 * @returns `undefined` if it is not built; the service then serves data only
 */
export async function openPage(): Promise<Page | undefined> {
  const folder = fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../../../dist/web' : '../../web', import.meta.url),
  )
  const renderer = join(folder, 'server', 'server.js')
  const manifest = join(folder, 'client', 'manifest.json')
  if (!existsSync(renderer) || !existsSync(manifest)) return undefined
  const { openRenderer } = (await import(pathToFileURL(renderer).href)) as { openRenderer: Renderer }
  return {
    ...openRenderer({ manifest: readFileSync(manifest, 'utf8') }),
    assets: readAssets(join(folder, 'client')),
  }
}
