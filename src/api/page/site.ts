import { createHash } from 'node:crypto'
import { DEFAULT_TITLE, type Logo, type LogoType } from '../../model/site.ts'
import type { HttpConfig } from '../deps.ts'
import type { Asset, Site } from './page.ts'

const ENDINGS: Readonly<Record<LogoType, string>> = {
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** The site's settings as the page needs them, and the files that these require. */
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

/** The page's hardest backgrounds for contrast: the darkest by day, the lightest by night. */
export const BACKGROUNDS = { day: '#f1efe9', night: '#2b2f36' } as const

/** The page's main backgrounds; a soft accent is close to them. */
export const PAPERS = { day: '#fbfaf7', night: '#14161a' } as const

/** For text of normal size (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST = 4.5

/** Share of the accent in its soft form, which is a background. */
const SOFT = 0.12

const BLACK = '#000000'
const WHITE = '#ffffff'

/**
 * A style sheet with the accent, in shades that are readable by day and by night.
 *
 * @param accent `#rrggbb`
 */
export function accentStyle(accent: string): string {
  const day = readable(accent, BACKGROUNDS.day, BLACK)
  const night = readable(accent, BACKGROUNDS.night, WHITE)
  const [softDay, softNight] = [mix(PAPERS.day, day, SOFT), mix(PAPERS.night, night, SOFT)]
  const colours = {
    accent: [day, night],
    'accent-soft': [softDay, softNight],
    'on-accent': [WHITE, PAPERS.night],
    'series-1': [day, night],
  }
  const rules = Object.entries(colours).map(([name, pair]) => `--${name}:light-dark(${pair.join()})`)
  return `:root{${rules.join(';')}}`
}

/** The nearest shade that is readable on a background. @param towards black or white */
function readable(colour: string, background: string, towards: string): string {
  for (let part = 0; part < 1; part += 0.02) {
    const shade = mix(colour, towards, part)
    if (contrast(shade, background) >= MIN_CONTRAST) return shade
  }
  return towards
}

/** Contrast ratio, 1 to 21. @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other)
  return (high + 0.05) / (low + 0.05)
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** @param part of the second colour, 0 to 1 */
function mix(first: string, second: string, part: number): string {
  const others = channels(second)
  const mixed = channels(first).map((value, at) => Math.round(value + ((others[at] ?? 0) - value) * part))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
