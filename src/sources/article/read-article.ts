import { Readability } from '@mozilla/readability'
import { bestOfSrcset } from '../../text/html/image-address.ts'
import { httpUrl } from '../feed/values.ts'
import type { ArticlePage, PageRequest } from './article-page.ts'
import { type PageNode, parsePage, readMetadata } from './page-metadata.ts'

/** Attributes that hold an address, including those of lazily loaded images. */
const ADDRESSES = ['href', 'src', 'poster', 'cite', 'data-src', 'data-lazy-src', 'data-original']
const SETS = ['srcset', 'data-srcset', 'data-lazy-srcset']

/** A shorter text is probably not the article but its surroundings; characters. */
const FEWEST_CHARS = 200

/**
 * Reads an article from its page: by the source's selectors if they match, else by heuristics. The page decides
 * how much time and memory this takes, so run it in a thread that can be ended.
 *
 * @param url of the page; base of relative addresses unless the page has its own `base`
 * @throws RangeError for a page that nests too deep; also the parser's own errors
 */
export function readArticle(html: string, url: string, request: PageRequest): ArticlePage {
  const document = parsePage(html)
  const base = setBase(document, url)
  // The metadata come first: finding the article changes the document.
  const metadata = readMetadata(document, base)
  return { ...metadata, ...(request.text ? contentOf(document, base, request) : { contentHtml: undefined }) }
}

function contentOf(
  document: PageNode,
  base: string,
  { selectors }: PageRequest,
): Pick<ArticlePage, 'contentHtml' | 'isContentSelectorIdle'> {
  if (selectors?.remove !== undefined) {
    for (const node of document.querySelectorAll(selectors.remove)) node.remove()
  }
  const chosen = selectors?.content === undefined ? [] : [...document.querySelectorAll(selectors.content)]
  const isIdle = selectors?.content !== undefined && chosen.length === 0
  const parts = chosen.length > 0 ? chosen : findArticle(document)
  for (const part of parts) makeAbsolute(part, base)
  const html = parts
    .map((part) => part.innerHTML)
    .join('\n')
    .trim()
  return { contentHtml: html === '' ? undefined : html, ...(isIdle ? { isContentSelectorIdle: true } : {}) }
}

/** Players that the article keeps. PeerTube is on many hosts. */
const PLAYERS =
  /\/\/(?:www\.)?(?:dailymotion|youtube|youtube-nocookie)\.com|\/\/player\.vimeo\.com|\/\/geo\.dailymotion\.com|\/\/(?:player|clips)\.twitch\.tv|\/videos\/embed\//i

function findArticle(document: PageNode): PageNode[] {
  keepImages(document)
  const reader = new Readability<PageNode>(document, {
    charThreshold: FEWEST_CHARS,
    allowedVideoRegex: PLAYERS,
    serializer: (node: unknown) => node as PageNode,
  })
  const content = reader.parse()?.content
  return content ? [content] : []
}

/** Puts images where the search for the article does not remove them: not in `noscript`, and not without an address. */
function keepImages(document: PageNode): void {
  for (const image of document.querySelectorAll(
    'picture img:not([src]):not([srcset]), picture img[src^="data:"]:not([srcset])',
  )) {
    const source = image.closest('picture')?.querySelector('source')
    const set = source?.getAttribute('srcset') ?? source?.getAttribute('data-srcset') ?? undefined
    if (set !== undefined) image.setAttribute('srcset', set)
  }
  for (const image of document.querySelectorAll('noscript img[src]')) {
    const fallback = image.closest('noscript')
    const address = image.getAttribute('src') ?? ''
    const shown = fallback?.previousElementSibling
    if (shown?.outerHTML.includes(address) === true) continue
    if (shown?.localName === 'img') shown.setAttribute('data-src', address)
    else fallback?.insertAdjacentHTML('beforebegin', image.outerHTML)
  }
}

/** Makes the page's `base` absolute, also in the document. Returns it, or the page's address if there is none. */
function setBase(document: PageNode, url: string): string {
  const element = document.querySelector('base[href]')
  const base = httpUrl(element?.getAttribute('href') ?? undefined, url)
  if (base !== undefined) element?.setAttribute('href', base)
  else element?.remove()
  return base ?? url
}

function makeAbsolute(root: PageNode, base: string): void {
  for (const attribute of [...ADDRESSES, ...SETS]) {
    for (const node of root.querySelectorAll(`[${attribute}]`)) {
      const value = node.getAttribute(attribute) ?? ''
      const written = SETS.includes(attribute) ? bestOfSrcset(value) : value
      const address = written.startsWith('#') ? undefined : httpUrl(written, base)
      if (address !== undefined) node.setAttribute(attribute, address)
    }
  }
}
