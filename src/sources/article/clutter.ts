import type { PageNode } from './page-metadata.ts'

/** Classes of boxes outside the article: about the author, newsletters, cookies. */
const AUTHORS =
  '[class*="author-box"], [class*="author-bio"], [class*="author-info"], [class*="about-author"], [class*="about-the-author"]'
const LETTERS = '[class*="newsletter"]'
const BOXES = `:is(aside, div, form, section):is(${AUTHORS}, ${LETTERS}, [class*="cookie"], [id*="cookie"])`
/** A longer box or teaser may contain the article; characters. */
const LONGEST_BOX = 600

/** Readers' comments below an article. */
const COMMENTS =
  ':is(div, section, aside, ol, ul):is(#comments, #disqus_thread, .comments, .comments-area, .comments-section, .comment-list, .commentlist)'

/** A longer paragraph outside comments is text, not a note about them; characters. */
const SHORTEST_TEXT = 80

/** Labels above and below advertisements, as the only text of an element. */
const LABEL =
  /^[^\p{L}\p{N}]*(?:advertisement|advertising|(?:story|article) continues (?:after|below)\b.{0,20}|skip advertisement|anzeige|werbung|publicité|publicidad|pubblicità|publicidade|advertentie|annonse?|reklama?|реклама|広告|广告|廣告|광고|listen to (?:this |the )?(?:article|story))[^\p{L}\p{N}]*$/iu

/** Menus of software within the text: MediaWiki, WordPress tables of contents, Material for MkDocs. */
const MENUS = '.mw-editsection, #ez-toc-container, #toc_container, .lwptoc_container, .md-content__button'

/** Labels before links to other articles: the only other text of the heading or line. */
const RELATED =
  /^[^\p{L}\p{N}]*(?:related(?: (?:articles?|content|links|news|posts?|reading|stories|topics))?|more (?:on this (?:story|topic)|from this|stories|like this)|(?:you )?(?:may|might) also like|recommended(?: for you)?|most (?:read|popular)|read (?:also|more|next)|also read|mehr zum thema|(?:lesen|lies|sehen) (?:sie )?auch|weitere artikel|(?:à )?lire (?:aussi|également)|sur le même (?:sujet|thème)|(?:leggi|vedi) anche|lee(?:r)? también|te puede interesar|le[ir]a (?:também|mais)|veja também|lees ook|les også|läs (?:också|mer|även)|czytaj (?:też|także|również)|читайте (?:также|ещё|еще)|по теме|читайте також|baca juga|(?:xem|đọc) thêm|関連記事|相关(?:阅读|新闻|文章)|관련\s?기사)[^\p{L}\p{N}]*$/iu

/** A longer list of links may be the text, as on a page of short news; characters. */
const LONGEST_LIST = 2_000

/** Removes parts of a page that the article search would mistake for the article. */
export function removeClutter(document: PageNode): void {
  removeBoxes(document)
  removeComments(document)
  removeLabels(document)
  for (const menu of document.querySelectorAll(MENUS)) menu.remove()
  removeRelated(document)
  const article = articleOf(document)
  if (article?.querySelector('p')) removeOtherArticles(document, article)
}

function removeBoxes(document: PageNode): void {
  for (const box of document.querySelectorAll(BOXES)) {
    const words = box.textContent?.trim() ?? ''
    if (words.length > LONGEST_BOX || box.querySelector('h1')) continue
    const isNamed = box.matches(LETTERS) || /cookies/i.test(words)
    if (box.matches(AUTHORS) || (isNamed && box.querySelector('input, button'))) box.remove()
  }
}

function removeComments(document: PageNode): void {
  const hasText = [...document.querySelectorAll('p')].some(
    (one) => (one.textContent?.length ?? 0) > SHORTEST_TEXT && one.closest(COMMENTS) === null,
  )
  for (const comments of hasText ? document.querySelectorAll(COMMENTS) : [])
    if (comments.querySelector('h1') === null) comments.remove()
}

function removeLabels(document: PageNode): void {
  for (const label of document.querySelectorAll('p, div')) {
    if (label.querySelector('p, div, img, ul, table')) continue
    const words = label.textContent?.trim() ?? ''
    if (words.length < 60 && LABEL.test(words)) label.remove()
  }
}

function removeRelated(document: PageNode): void {
  for (const label of document.querySelectorAll('h2, h3, h4, h5, p')) {
    if (!RELATED.test(wordsBut(label, linksOf(label)))) continue
    const list = label.nextElementSibling
    const isLine = label.localName === 'p' && label.querySelector('a') !== null
    const isOfLinks =
      !isLine && list !== null && list.querySelector('a') !== null && saysNothing(list, linksOf(list))
    if (isOfLinks) list.remove()
    if (isLine || isOfLinks) label.remove()
  }
}

function linksOf(node: PageNode): readonly PageNode[] {
  return (node.textContent?.length ?? 0) > LONGEST_LIST ? [] : [...node.querySelectorAll('a[href]')]
}

/** The text of an element without that of some elements in it. */
function wordsBut(node: PageNode, parts: readonly PageNode[]): string {
  return parts.reduce((text, part) => text.replace(part.textContent ?? '', ''), node.textContent ?? '')
}

/** Whether an element has no text outside some elements in it. */
export function saysNothing(node: PageNode, but: readonly PageNode[]): boolean {
  return !/[\p{L}\p{N}]/u.test(wordsBut(node, but))
}

/** The page's own article, which has the page's title; a teaser may precede it. */
function articleOf(document: PageNode): PageNode | null | undefined {
  const titles = [...document.querySelectorAll('article h1')]
  const pageTitle = document.querySelector('title')?.textContent ?? ''
  const title = titles.find(({ textContent }) => pageTitle.includes(textContent?.trim() || '\n')) ?? titles[0]
  return title?.closest('article')
}

/** Removes what follows the page's article: teasers, and whole articles on endlessly scrolling pages. */
function removeOtherArticles(document: PageNode, article: PageNode): void {
  for (const title of document.querySelectorAll('article h1')) {
    const other = title.closest('article')
    if (other !== article && other?.querySelector('article') === null) other.remove()
  }
  const headings = [...document.querySelectorAll('h2, h3, h4')].filter(
    (heading) => heading.closest('article') !== article && heading.querySelector('a[href]:not([href*="#"])'),
  )
  for (const teaser of new Set(headings.map(({ parentElement }) => parentElement))) {
    const isShort = (teaser?.textContent?.length ?? 0) <= LONGEST_BOX
    if (isShort && !teaser?.querySelector('article')) teaser?.remove()
  }
}
