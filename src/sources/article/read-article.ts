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
  const page = withFormulas(html)
  const document = parsePage(page)
  const base = setBase(document, url)
  // The metadata come first: finding the article changes the document.
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
  const isShort = chosen.length === 0 && textOf(parts).length < FEWEST_CHARS
  const taken = isShort ? (findShortArticle(html, base, textOf(parts)) ?? withoutRights(parts)) : parts
  for (const part of taken) makeAbsolute(part, base)
  // A page whose text a script shows often states it as data.
  const stated = textOf(taken).length < FEWEST_CHARS ? htmlOrLines(statedText) : ''
  const found = stated.length < FEWEST_CHARS ? taken.map((part) => part.innerHTML).join('\n') : stated
  const content = withoutAdditions(found, base).trim()
  return {
    contentHtml: content === '' ? undefined : content,
    ...(isIdle ? { isContentSelectorIdle: true } : {}),
  }
}

function textOf(parts: readonly PageNode[]): string {
  return parts.map(({ textContent }) => textContent?.trim() ?? '').join('\n')
}

/** What stands below every page of a site, beside its links. */
const RIGHTS =
  /©|copyright|(?:all rights|alle rechte|tous droits|todos los derechos|tutti i diritti|todos os direitos) (?:reserved|vorbehalten|réservés|reservados|riservati)/i

function withoutRights(parts: readonly PageNode[]): readonly PageNode[] {
  for (const part of parts) for (const node of part.querySelectorAll('footer')) node.remove()
  return RIGHTS.test(textOf(parts)) ? [] : parts
}

/** Elements that say that they are the article, and what in them is not its text. */
const STATED = ['[itemprop="articleBody"]', 'article', 'main']
const AROUND = 'h1, nav, footer, aside, form, button, script, style'

/**
 * Finds an article that is hidden until a script shows it, or one that is short, a list or a picture: the only element that
 * says that it is one.
 *
 * @param found the text that was found without this
 */
function findShortArticle(html: string, base: string, found: string): readonly PageNode[] | undefined {
  const shown = html.replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi, (style) =>
    /visibility\s*:\s*hidden|display\s*:\s*none/i.test(style) ? '' : style,
  )
  const parts = shown === html ? [] : findArticle(parsePage(shown), base)
  if (textOf(parts).length >= FEWEST_CHARS) return parts
  const document = parsePage(shown)
  for (const selector of STATED) {
    const [only, ...others] = document.querySelectorAll(selector)
    if (only === undefined || others.length > 0) continue
    for (const node of only.querySelectorAll(AROUND)) node.remove()
    if (textOf([only]) === '' && only.querySelector('img, video, audio') === null) continue
    return found !== '' && textOf([only]).includes(found) ? undefined : [only]
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
    // The sanitiser knows portraits, line numbers and more by their classes.
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

/** Where the lead of an article stands, and what else stands there. */
const LEADS =
  'header p, [class*="lead"], [class*="lede"], [class*="standfirst"], [class*="chapo"], [class*="intro"]'
const NO_LEADS = 'figure, [class*="author"], [class*="byline"], [class*="bio"]'

/** The lead of the page's only article. It often stands apart from the text, beside the heading. */
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

/** Most players of a page. */
const MAX_PLAYERS = 50

/**
 * Puts an image in the place of each player: the search for the article removes what has neither text nor images.
 *
 * @returns the markup of the players, by the number that their images have
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

/** A sentence, and not the title of another article. */
const SENTENCE = /.{60}[.。…][”"’»)\s]*$/s

/** Takes paragraphs out of an element of their own if they are links: they would count as links to other articles. */
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

/** What an element around the heading of a section is called. */
const HEADING = /^(?!.*(?:relat|shar|social|letter|subscri|comment|sponsor|promo)).*(?:head|title)/is

/**
 * Keeps headings of sections. The search for the article judges them by their classes and ids, which are made of their words or say
 * "header", and removes elements that hold little beside links: here those that mend a section or lead to it. A heading that links to
 * another page is that of another article.
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

/** Whether an element holds a heading, and beside it nothing but links. */
function isOnlyAround(node: PageNode | null, heading: PageNode): node is PageNode {
  if (node?.localName !== 'div' || node.querySelector('p, img, ul, ol, table, pre') !== null) return false
  return saysNothing(node, [heading, ...node.querySelectorAll('a')])
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
    const around = [shown, fallback?.nextElementSibling, fallback?.closest('amp-img')]
    if (around.some((node) => node?.outerHTML.replaceAll('&amp;', '&').includes(address))) continue
    if (shown?.localName === 'img') shown.setAttribute('data-src', address)
    else fallback?.insertAdjacentHTML('beforebegin', image.outerHTML)
  }
}

/** Puts rows of pictures within figures, where the search for the article does not remove them. */
function keepGalleries(document: PageNode): void {
  for (const picture of document.querySelectorAll('div > figure, [class*="gallery"] img')) {
    // It may have been put into a figure with others.
    if (picture.closest('body') === null) continue
    let whole: PageNode | undefined
    for (let around = picture.parentElement; isOfPictures(around); around = around.parentElement)
      whole = around
    if (whole === undefined || [...whole.querySelectorAll('img')].length < 2) continue
    whole.insertAdjacentHTML('beforebegin', `<figure>${whole.outerHTML}</figure>`)
    whole.remove()
  }
}

/** Whether an element that groups others has no words but captions. */
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
