import type { PageContext } from './page-context.ts'
import type { Shown } from './show.ts'

/** The page's bitmap icon for other sites. */
const ICON = '/icon-512.png'

/** Logo types that other sites can show. */
const SHOWN_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Name and content of the `meta` elements for search engines and link previews. */
export type LinkCard = readonly (readonly [attribute: 'name' | 'property', name: string, content: string])[]

/** The view's absolute address; `undefined` for a problem or a refused form. */
export function canonicalUrl({ baseUrl }: Pick<PageContext, 'baseUrl'>, shown: Shown): string | undefined {
  return shown.kind === 'view' && shown.opened.refusal === null ? baseUrl + shown.opened.address : undefined
}

/** @see https://ogp.me */
export function linkCard(page: PageContext, shown: Shown): LinkCard {
  const url = canonicalUrl(page, shown)
  if (shown.kind !== 'view' || url === undefined) return [['name', 'robots', 'noindex']]
  const { words, site, baseUrl } = page
  const { description, pictured, isArticle } = shown.opened.card(words)
  const text = description ?? site.description ?? words.tagline
  const logo = SHOWN_TYPES.includes(site.logo?.mimeType ?? '') ? site.logo?.path : undefined
  return [
    ['name', 'description', text],
    ['property', 'og:site_name', site.title],
    ['property', 'og:type', isArticle === true ? 'article' : 'website'],
    ['property', 'og:title', shown.opened.title(words) ?? site.title],
    ['property', 'og:description', text],
    ['property', 'og:url', url],
    ['property', 'og:image', baseUrl + (pictured === undefined ? (logo ?? ICON) : `/thumbnails/${pictured}`)],
  ]
}
