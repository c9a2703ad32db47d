import { Readability } from '@mozilla/readability'
import { EMBEDS, embedOf } from '../../text/html/embeds.ts'
import { withFormulas } from '../../text/html/formulas.ts'
import { bestOfSrcset } from '../../text/html/image-address.ts'
import { htmlOrLines, withoutAdditions } from '../feed/html.ts'
import { httpUrl } from '../feed/values.ts'
import type { ArticlePage, PageRequest } from './article-page.ts'
import { removeClutter, saysNothing } from './clutter.ts'
import { type PageNode, parsePage, readMetadata } from './page-metadata.ts'

/** Attributes that hold an address, including those of lazily loaded images. */
const ADDRESSES = ['href', 'src', 'poster', 'cite', 'data-src', 'data-lazy-src', 'data-original']
const SETS = ['srcset', 'data-srcset', 'data-lazy-srcset']

/** A shorter text is probably not the article but what surrounds it; characters. */
const FEWEST_CHARS = 200

/**
 * Reads an article from its page: by the source's selectors if they match, otherwise by heuristics. Run it in a thread
 * that can be ended, since the page determines time and memory.
 *
 * @param url of the page; base of relative addresses unless the page has its own `base`
 * @throws RangeError for a page that nests too deep; also the parser's own errors
 */
export function readArticle(html: string, url: string, request: PageRequest): ArticlePage {
  const page = withFormulas(html)
  const document = parsePage(page)
  const base = setBase(document, url)
  // Metadata first: finding the article changes the document.
  const metadata = readMetadata(document, base)
  return {
    ...metadata,
    ...(request.text ? contentOf(document, page, base, metadata, request) : { contentHtml: undefined }),
  }
}

function contentOf(
  document: PageNode,
  html: string,
  base: string,
  { contentHtml: statedText = '' }: ArticlePage,
  { selectors }: PageRequest,
): Pick<ArticlePage, 'contentHtml' | 'isContentSelectorIdle'> {
  if (selectors?.remove !== undefined) {
    for (const node of document.querySelectorAll(selectors.remove)) node.remove()
  }
  const chosen = selectors?.content === undefined ? [] : [...document.querySelectorAll(selectors.content)]
  const isIdle = selectors?.content !== undefined && chosen.length === 0
  const parts = chosen.length > 0 ? chosen : findArticle(document, base)
  const isShort = chosen.length === 0 && textOfNodes(parts).length < FEWEST_CHARS
  const taken = isShort ? (findShortArticle(html, base, textOfNodes(parts)) ?? withoutRights(parts)) : parts
  for (const part of taken) makeAbsolute(part, base)
  // Pages that show their text by a script often state it as data.
  const stated = textOfNodes(taken).length < FEWEST_CHARS ? htmlOrLines(statedText) : ''
  const found = stated.length < FEWEST_CHARS ? taken.map((part) => part.innerHTML).join('\n') : stated
  const content = withoutAdditions(found, base).trim()
  return {
    contentHtml: content === '' ? undefined : content,
    ...(isIdle ? { isContentSelectorIdle: true } : {}),
  }
}

function textOfNodes(parts: readonly PageNode[]): string {
  return parts.map(({ textContent }) => textContent?.trim() ?? '').join('\n')
}

/** Copyright lines at the end of pages, beside links. */
const RIGHTS =
  /©|copyright|(?:all rights|alle rechte|tous droits|todos los derechos|tutti i diritti|todos os direitos) (?:reserved|vorbehalten|réservés|reservados|riservati)/i

function withoutRights(parts: readonly PageNode[]): readonly PageNode[] {
  for (const part of parts) for (const node of part.querySelectorAll('footer')) node.remove()
  return RIGHTS.test(textOfNodes(parts)) ? [] : parts
}

/** Elements that mark the article, and what in them is not text. */
const STATED = ['[itemprop="articleBody"]', 'article', 'main']
const AROUND = 'h1, nav, footer, aside, form, button, script, style'

/**
 * Finds an article that a script reveals, or one that is short, a list or a picture: the only element marked as
 * article.
 *
 * @param found the text found so far
 */
function findShortArticle(html: string, base: string, found: string): readonly PageNode[] | undefined {
  const shown = html.replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi, (style) =>
    /visibility\s*:\s*hidden|display\s*:\s*none/i.test(style) ? '' : style,
  )
  const parts = shown === html ? [] : findArticle(parsePage(shown), base)
  if (textOfNodes(parts).length >= FEWEST_CHARS) return parts
  const document = parsePage(shown)
  for (const selector of STATED) {
    const [only, ...others] = document.querySelectorAll(selector)
    if (only === undefined || others.length > 0) continue
    for (const node of only.querySelectorAll(AROUND)) node.remove()
    if (textOfNodes([only]) === '' && only.querySelector('img, video, audio') === null) continue
    return found !== '' && textOfNodes([only]).includes(found) ? undefined : [only]
  }
  return undefined
}

function findArticle(document: PageNode, base: string): PageNode[] {
  removeClutter(document)
  keepImages(document)
  keepGalleries(document)
  keepHeadings(document)
  keepLinkedParagraphs(document)
  const lead = leadOf(document)
  const players = withoutPlayers(document, base)
  const reader = new Readability<PageNode>(document, {
    charThreshold: FEWEST_CHARS,
    // The sanitiser needs classes, for portraits, line numbers and more.
    keepClasses: true,
    serializer: (node: unknown) => node as PageNode,
  })
  const content = reader.parse()?.content
  if (!content) return []
  for (const menu of content.querySelectorAll('nav')) menu.remove()
  for (const place of content.querySelectorAll('img[data-player]')) {
    const player = players[Number(place.getAttribute('data-player'))]
    if (player !== undefined) place.insertAdjacentHTML('beforebegin', player)
    place.remove()
  }
  const isMissing = lead !== undefined && !withoutSpace(content).includes(withoutSpace(lead))
  if (isMissing) content.insertAdjacentHTML('afterbegin', `<p>${lead.innerHTML}</p>`)
  return [content]
}

/** Usual places of an article's lead, and other things there. */
const LEADS =
  'header p, [class*="lead"], [class*="lede"], [class*="standfirst"], [class*="chapo"], [class*="intro"]'
const NO_LEADS = 'figure, [class*="author"], [class*="byline"], [class*="bio"]'

/** The lead of the page's only article. It is often outside the text, beside the heading. */
function leadOf(document: PageNode): Pick<PageNode, 'innerHTML' | 'textContent'> | undefined {
  const [article, ...others] = document.querySelectorAll('article')
  if (article === undefined || others.length > 0) return undefined
  for (const node of article.querySelectorAll(LEADS)) {
    const { textContent, innerHTML } = node
    const text = textContent?.trim() ?? ''
    const isLead = text.length <= MAX_LEAD_CHARS && SENTENCE.test(text) && node.closest(NO_LEADS) === null
    if (isLead) return { textContent, innerHTML }
  }
  return undefined
}

const MAX_LEAD_CHARS = 800

function withoutSpace({ textContent }: Pick<PageNode, 'textContent'>): string {
  return textContent?.replace(/\s+/g, '') ?? ''
}

const MAX_PLAYERS = 50

/**
 * Replaces players by images, since the article search removes elements without text and images.
 *
 * @returns the markup of the players, by the number in their images
 */
function withoutPlayers(document: PageNode, base: string): string[] {
  const players: string[] = []
  for (const node of document.querySelectorAll(['video', 'audio', ...EMBEDS].join(','))) {
    if (players.length === MAX_PLAYERS) break
    const read = (attribute: string): string => node.getAttribute(attribute)?.trim() ?? ''
    const isOwn = node.localName === 'video' || node.localName === 'audio'
    if (!isOwn && embedOf(node.localName, read, base) === undefined) continue
    const whole = node.closest('object') ?? node
    players.push(node.outerHTML)
    whole.insertAdjacentHTML(
      'beforebegin',
      `<img src="https://player.invalid/" data-player="${players.length - 1}">`,
    )
    whole.remove()
  }
  return players
}

/** A sentence, not another article's title. */
const SENTENCE = /.{60}[.。…][”"’»)\s]*$/s

/** Moves paragraphs that are links out of their wrapper, which would look like a list of related links. */
function keepLinkedParagraphs(document: PageNode): void {
  for (const paragraph of document.querySelectorAll('div > p:only-child')) {
    const around = paragraph.closest('div')
    const text = paragraph.textContent ?? ''
    if (paragraph.querySelector('a') === null || !SENTENCE.test(text)) continue
    if (around?.textContent?.trim() !== text.trim()) continue
    around.insertAdjacentHTML('beforebegin', paragraph.outerHTML)
    around.remove()
  }
}

/** Names of elements around section headings. */
const HEADING = /^(?!.*(?:relat|shar|social|letter|subscri|comment|sponsor|promo)).*(?:head|title)/is

/**
 * Keeps section headings. The article search removes headings by class and id, which may contain the heading's words or
 * "header", and elements with little besides links, such as those that edit a section or link to it. A heading that
 * links to another page belongs to another article.
 */
function keepHeadings(document: PageNode): void {
  for (const button of document.querySelectorAll(':is(h2, h3, h4, h5, h6) > button')) {
    button.insertAdjacentHTML('beforebegin', button.innerHTML)
    button.remove()
  }
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    if (heading.querySelector('a[href]:not([href*="#"])') !== null) continue
    heading.setAttribute('id', '')
    heading.setAttribute('class', (heading.getAttribute('class') ?? '').replace(/header/gi, ''))
    if (heading.localName === 'h1') continue
    let whole = heading
    for (let around = heading.parentElement; isOnlyAround(around, heading); around = around.parentElement)
      if (HEADING.test(around.getAttribute('class') ?? '')) whole = around
    if (whole === heading) continue
    whole.insertAdjacentHTML('beforebegin', heading.outerHTML)
    whole.remove()
  }
}

/** Whether an element contains only a heading and links. */
function isOnlyAround(node: PageNode | null, heading: PageNode): node is PageNode {
  if (node?.localName !== 'div' || node.querySelector('p, img, ul, ol, table, pre') !== null) return false
  return saysNothing(node, [heading, ...node.querySelectorAll('a')])
}

/** Moves images to where the article search keeps them: out of `noscript`, and with an address. */
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
    const around = [shown, fallback?.nextElementSibling, fallback?.closest('amp-img')]
    if (around.some((node) => node?.outerHTML.replaceAll('&amp;', '&').includes(address))) continue
    if (shown?.localName === 'img') shown.setAttribute('data-src', address)
    else fallback?.insertAdjacentHTML('beforebegin', image.outerHTML)
  }
}

/** Wraps rows of pictures in figures, which the article search keeps. */
function keepGalleries(document: PageNode): void {
  for (const picture of document.querySelectorAll('div > figure, [class*="gallery"] img')) {
    // An earlier step may have moved it.
    if (picture.closest('body') === null) continue
    let whole: PageNode | undefined
    for (let around = picture.parentElement; isOfPictures(around); around = around.parentElement)
      whole = around
    if (whole === undefined || [...whole.querySelectorAll('img')].length < 2) continue
    whole.insertAdjacentHTML('beforebegin', `<figure>${whole.outerHTML}</figure>`)
    whole.remove()
  }
}

/** Whether an element groups pictures and has no text but captions. */
function isOfPictures(node: PageNode | null): node is PageNode {
  if (node === null || !/^(?:a|d[ltd]|div|li|picture|span)$/.test(node.localName)) return false
  const captions = [...node.querySelectorAll('figcaption, [class*="caption"]')]
  return saysNothing(node, captions)
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
