import type { PageRequest } from '../src/http/page/page.ts'
import { wordsOf } from './words/words.ts'

/** What a browser needs to install the page as an app. */
export function manifestJson({ preferences, prefix }: Pick<PageRequest, 'preferences' | 'prefix'>): string {
  const words = wordsOf(preferences.language)
  const icon = (file: string, sizes: string, purpose: string) => ({
    src: `${prefix}/${file}`,
    sizes,
    type: file.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  })
  return JSON.stringify({
    id: `${prefix}/`,
    name: `${words.name}: ${words.tagline}`,
    short_name: words.name,
    lang: words.language,
    start_url: `${prefix}/`,
    scope: `${prefix}/`,
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [
      icon('icon.svg', 'any', 'any'),
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-512.png', '512x512', 'maskable'),
    ],
  })
}
