import { createHash } from 'node:crypto'
import { DEFAULT_TITLE, type Logo, type LogoType } from '../../model/site.ts'
import type { HttpConfig } from '../deps.ts'
import { accentStyle } from './accent.ts'
import type { Asset, Site } from './page.ts'

/** File name of a logo after its hash. */
const ENDINGS: Readonly<Record<LogoType, string>> = {
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** How the service presents itself by its settings, and the files that this takes. */
export function siteOf(
  { title = DEFAULT_TITLE, description, accent }: HttpConfig,
  logo: Logo | undefined,
  digests: Site['digests'],
): { readonly site: Site; readonly siteAssets: readonly Asset[] } {
  const picture = logo && asset('logo', ENDINGS[logo.mimeType], logo.mimeType, logo.bytes)
  const style =
    accent === undefined
      ? undefined
      : asset('accent', 'css', 'text/css; charset=utf-8', Buffer.from(accentStyle(accent)))
  return {
    site: {
      title,
      description: description ?? null,
      logo: picture === undefined ? null : { path: picture.path, mimeType: picture.mimeType },
      style: style?.path ?? null,
      digests: digests.map(({ name, title }) => ({ name, title })),
    },
    siteAssets: [picture, style].filter((one) => one !== undefined),
  }
}

function asset(name: string, ending: string, mimeType: string, bytes: Buffer): Asset {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8)
  const path = `/assets/${name}-${hash}.${ending}`
  return { path, mimeType, bytes, brotli: undefined, gzip: undefined, isHashed: true }
}
