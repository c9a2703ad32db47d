import { describe, expect, it } from 'vitest'
import { sanitize } from '../../text/html/sanitize.ts'
import { readArticle } from './read-article.ts'

const text = (of: string): string =>
  `<p>The ${of} of the harbour is told here at some length: the new crane, the people who work there day by day, and what the sea brings.</p>`

/** The text of a page. */
function read(body: string): string {
  const { contentHtml = '' } = readArticle(
    `<html><head><title>How to sail - Tide</title></head><body><header><a href="/">Tide</a></header>${body}</body></html>`,
    'https://tide.example/sail',
    { text: true, selectors: undefined },
  )
  return contentHtml
}

/** The headings that it keeps. */
function headingsOf(body: string): string[] {
  return [...read(body).matchAll(/<h[1-6][^>]*>([^]*?)<\/h[1-6]>/g)].map(([, heading = '']) =>
    heading.replace(/<[^>]*>/g, '').trim(),
  )
}

const page = (one: string, two: string): string =>
  `<article><div>${text('first part')}${one}${text('second part')}${two}${text('third part')}${text('last part')}</div></article>`

describe('headings of sections', () => {
  it.each([
    [
      'with a link to themselves in them',
      '<h2 class="header-anchor-post">|<div class="header-anchor-parent"><button><svg></svg></button></div></h2>',
    ],
    ['of the class of a header', '<h1 class="header-anchor-post">|</h1>'],
    ['of another such class', '<h2 class="clay-subheader">|</h2>'],
    ['with an id of their words', '<h2 id="related-work">|</h2>'],
    ['with a mark', '<h2>|<a class="headerlink" href="#one">¶</a></h2>'],
    [
      'beside links that mend them',
      '<div class="mw-heading mw-heading2"><h2 id="one">|</h2><span>[<a href="/edit?section=1">edit</a>]</span></div>',
    ],
    [
      'beside a link to them',
      '<div class="sl-heading-wrapper"><h2 id="one">|</h2><a class="sl-anchor-link" href="#one"><span>Section titled “|”</span></a></div>',
    ],
    [
      'alone in elements',
      '<div class="widget widget-heading"><div class="widget-container"><h2 class="heading-title">|</h2></div></div>',
    ],
  ])('%s stay', (_, heading) => {
    expect(headingsOf(page(heading.replaceAll('|', 'Tides'), heading.replaceAll('|', 'Winds')))).toEqual([
      'Tides',
      'Winds',
    ])
  })

  it.each([
    '<div class="related-title"><h3>Related</h3></div>',
    '<div class="share-heading"><h4>Share this</h4></div>',
    '<h3 class="card-header"><a href="/other">Another article</a></h3>',
  ])('of other things do not: %s', (heading) => {
    expect(headingsOf(page(heading, '<h2>Winds</h2>'))).toEqual(['Winds'])
  })

  it('are not the title', () => {
    const title = '<div class="post-header"><h2 class="post-title">How to sail</h2></div>'

    expect(headingsOf(`${title}${page('<h2>Tides</h2>', '<h2>Winds</h2>')}`)).toEqual(['Tides', 'Winds'])
  })
})

describe('rows of pictures', () => {
  const image = (id: number): string => `<img src="https://tide.example/${id}.jpg" alt="">`

  it.each([
    `<div class="columns"><div><figure>${image(1)}</figure></div><div><figure>${image(2)}</figure></div></div>`,
    `<div><figure>${image(1)}<figcaption>North</figcaption></figure><figure>${image(2)}<figcaption>South</figcaption></figure></div>`,
    `<div class="gallery"><dl><dt><a href="/1">${image(1)}</a></dt><dd class="wp-caption-text">North</dd></dl><dl><dt>${image(2)}</dt></dl></div>`,
    `<div class="image-gallery-embed"><div class="image-gallery"><picture>${image(1)}</picture><picture>${image(2)}</picture></div></div>`,
  ])('stay: %s', (row) => {
    const found = read(page(row, '<h2>Winds</h2>'))

    expect(found).toContain(image(1))
    expect(found).toContain(image(2))
  })

  it('do not where they lead to other articles', () => {
    const card = (id: number): string =>
      `<div class="card"><a href="/other-${id}">${image(id)}<b>Other ${id}</b></a></div>`

    expect(read(page(`<div class="gallery">${card(1)}${card(2)}</div>`, ''))).not.toContain('<img')
  })
})

describe('a picture', () => {
  it.each([
    [
      'in sources alone, as React writes them',
      '<picture><source srcSet="/a.jpg 640w"/><img alt=""/></picture>',
    ],
    ['behind its fallback', '<noscript><img src="/a.jpg"></noscript><img data-src="/a.jpg">'],
    [
      'behind its fallback, with a query',
      '<noscript><img src="/a.jpg?b=1&amp;c=2"></noscript><img data-src="/a.jpg?b=1&amp;c=2">',
    ],
    ['of AMP', '<amp-img src="/a.jpg"><noscript><img src="/a.jpg"></noscript></amp-img>'],
    ['in capitals', '<IMG SRC="/a.jpg" ALT="">'],
  ])('stays once: %s', (_, picture) => {
    const found = read(page(`<figure>${picture}</figure>`, ''))

    expect(sanitize(found, 'https://tide.example/sail').html.match(/<img /g)).toHaveLength(1)
  })
})
