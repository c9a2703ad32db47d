import { describe, expect, it } from 'vitest'
import { htmlToText } from '../../text/html/sanitize.ts'
import { readArticle } from './read-article.ts'

const part = (of: string): string =>
  `<p>The ${of} of the harbour is told here at some length: the new crane, the people who work there day by day, and what the sea brings.</p>`

/** The text of a page, each paragraph of `part` by its word alone. */
function read(body: string, head = ''): string {
  const { contentHtml = '' } = readArticle(
    `<html><head><title>How to sail - Tide</title>${head}</head><body><header><nav><a href="/">Tide</a></nav></header>${body}</body></html>`,
    'https://tide.example/sail',
    { text: true, selectors: undefined },
  )
  return htmlToText(contentHtml)
    .replace(/The (\w+) of the harbour.*?brings\./g, '$1')
    .replace(/\s*\n\s*/g, ' | ')
}

const within = (more: string): string =>
  `<article><div>${part('first')}${part('second')}${more}${part('third')}${part('last')}</div></article>`

describe('what is no part of an article', () => {
  it.each([
    '<p>Advertisement</p>',
    '<p>Listen to this article</p>',
    '<p><strong>Read also:</strong> <a href="/b">The old lighthouse</a></p>',
    '<p>Читайте также: <a href="/b">Маяк</a></p>',
    '<p>Baca Juga: <a href="/b">Mercusuar</a></p>',
    '<p><b>Lesen Sie auch</b></p><p><a href="/b">Der Leuchtturm</a></p>',
    '<section><h2>More on this story</h2><ul><li><a href="/b">The old lighthouse</a></li><li><a href="/c">A new lamp</a></li></ul></section>',
    '<h4>Related articles</h4><div><div><a href="/b"><span>The old lighthouse</span></a></div></div>',
    '<div id="ez-toc-container"><p>Table of Contents</p><ul><li><a href="#a">Lamps</a></li></ul></div>',
    '<div><span>Anzeige</span></div>',
    '<p><em>Story continues below advertisement</em></p>',
    '<div class="author-box"><img src="/ann.jpg"><h4>About Ann</h4><p>Ann writes about ships, has two cats, and lives by the sea with them. She has written for many papers.</p></div>',
    '<div class="newsletter-signup"><h3>Our letter</h3><p>Every week in your inbox.</p><form><input type="email"></form></div>',
  ])('is left out: %s', (clutter) => {
    expect(read(within(clutter))).toBe('first | second | third | last')
  })

  it.each([
    ['<p>Advertisement is a word.</p>', 'Advertisement is a word.'],
    ['<p>Werbung: 12 %</p>', 'Werbung: 12 %'],
    ['<div class="newsletter-body"><p>A letter without a form.</p></div>', 'A letter without a form.'],
    ['<h2>Werbung</h2>', 'Werbung'],
    ['<p>Реклама подорожала.</p>', 'Реклама подорожала.'],
    ['<p>Read also the <a href="/d">report</a>.</p>', 'Read also the report.'],
    ['<h3>Related work</h3>', 'Related work'],
    ['<h3>По теме портов</h3><ul><li><a href="/y">A port</a></li></ul>', 'По теме портов | A port'],
    ['<h3>Related</h3><ul><li><a href="/y">A port</a>: it is old.</li></ul>', 'Related | A port: it is old.'],
    ['<h3>See also</h3><ul><li><a href="/y">A port</a></li></ul>', 'See also | A port'],
    ['<div class="cookie-recipe"><p>Mix all of it.</p><button>Print</button></div>', 'Mix all of it.'],
  ])('is not all that looks like it: %s', (part, expected) => {
    expect(read(within(part))).toBe(`first | second | ${expected} | third | last`)
  })

  it('is the link to edit a section, but not a button that shows it', () => {
    const edit = '<span class="mw-editsection">[<a href="/edit">edit</a>]</span>'

    expect(read(within(`<h2>Lamps${edit}</h2>${part('lamp')}<h3><button>And wicks?</button></h3>`))).toBe(
      'first | second | Lamps | lamp | And wicks? | third | last',
    )
  })

  it('does not take a letter for a form', () => {
    expect(
      read(
        `<article class="newsletter-post">${part('first')}${part('second')}<button>Like</button></article>`,
      ),
    ).toContain('first | second')
  })

  it('is the longest question for cookies above a short article', () => {
    const banner = `<div id="cookie-banner"><h2>Cookies</h2>${'<p>We would like to use cookies to help us improve this site, and to know how you use it.</p>'.repeat(4)}<button>Accept</button></div>`

    expect(read(`${banner}<main>${part('first')}</main>`)).toBe('first')
  })
})

describe('what readers wrote', () => {
  const comments = (start: string): string =>
    `${start}<h2>6 comments</h2>${['a', 'b', 'c', 'd', 'e', 'f'].map((of) => `<div><b>Bo</b>${part(of)}</div>`).join('')}</section>`
  const short =
    '<article><h1>How to sail</h1><p>The ferry stops on Friday, and all who want to leave have to do so before noon on that day.</p></article>'

  it.each(['<section id="comments">', '<section class="post comments-area">', '<section class="comments">'])(
    'below a short article is left out: %s',
    (start) => {
      expect(read(`<main>${short}${comments(start)}</main>`)).toMatch(/^The ferry .* day\.$/)
    },
  )

  it('is the text of a page that has no other', () => {
    expect(read(`<main>${comments('<section id="comments">')}<p>Please log in.</p></main>`)).toContain(
      'a | Bo',
    )
  })

  it('does not hide an article that stands in the same box', () => {
    expect(read(`<main><section class="comments">${short}</section></main>`)).toContain('The ferry')
  })
})

describe('a page of several articles', () => {
  const article = (title: string, body: string): string => `<article><h1>${title}</h1>${body}</article>`

  it('has the first one', () => {
    const first = article('How to sail', part('first') + part('second'))
    const other = article('How to row', ['a', 'b', 'c', 'd', 'e', 'f'].map(part).join(''))

    expect(read(first + other)).toBe('first | second')
  })

  it('has the one that the page is named after, where a teaser stands above it', () => {
    const teaser = article('The crane has arrived', `<p>The new crane came on Monday.</p>`)

    expect(read(`<aside>${teaser}</aside>${article('How to sail', part('first') + part('second'))}`)).toBe(
      'first | second',
    )
  })

  it('has a short one without the teasers that follow', () => {
    const teaser = (id: string): string => `<div><h3><a href="/${id}">Other ${id}</a></h3>${part(id)}</div>`
    const short = article('How to sail', '<p>The ferry stops on Friday.</p>')

    expect(read(`<main>${short}<section>${['a', 'b', 'c'].map(teaser).join('')}</section></main>`)).toBe(
      'The ferry stops on Friday.',
    )
  })

  it('has links to other pages in its text', () => {
    const link = (of: string): string => `<h2><a href="https://o.example/${of}">On ${of}</a></h2>${part(of)}`
    const body = `<div>${['tides', 'winds', 'stars', 'ropes', 'sails'].map(link).join('')}</div>`

    expect(read(article('How to sail', '<p>Some links.</p>') + body)).toContain('On tides | tides | On winds')
  })

  it('has the posts of a thread, without the menu', () => {
    const post = (of: string): string => `<article><h4><a href="/user">Ann</a></h4>${part(of)}</article>`

    expect(read(['first', 'second', 'third'].map(post).join(''))).toBe(
      'Ann | first | Ann | second | Ann | third',
    )
  })

  it('has all updates of a live report', () => {
    const update = (of: string): string => `<article><h3>At ${of}</h3>${part(of)}</article>`

    expect(read(`<main><h1>How to sail</h1>${['ten', 'noon', 'two'].map(update).join('')}</main>`)).toContain(
      'ten | At noon | noon | At two | two',
    )
  })
})

describe('a page whose text a script shows', () => {
  const stated = (text: string): string =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', articleBody: text })}</script>`

  it('has the text that it states as data', () => {
    const text = ['first', 'second'].map((of) => part(of).replace(/<\/?p>/g, '')).join('\n\n')

    expect(read('<div id="root"></div>', stated(text))).toBe('first | second')
  })

  it('has none without', () => {
    expect(read('<div id="root"></div>', stated('Soon.'))).toBe('')
  })

  it('has the text that it shows, if there is one', () => {
    expect(read(within(''), stated('x'.repeat(2_000)))).toBe('first | second | third | last')
  })
})
