import { describe, expect, it } from 'vitest'
import { withoutAdditions } from './html.ts'

const PAGE = 'https://tide.example/post'

describe('a mark that leads to a heading', () => {
  it.each([
    '<a class="headerlink" href="#install" title="Link to this heading">¶</a>',
    '<a class="anchor" href="https://tide.example/post#install">#</a>',
    "<a aria-hidden='true' href='#install'> § </a>",
    '<a class="zola-anchor" href="#install" aria-label="Anchor link for: install">🔗</a>',
    '<a href="#install">&para;</a>',
    '<a href=#install>&#182;</a>',
    '<a class="sl-anchor-link" href="#install"><span aria-hidden="true"><svg></svg></span><span class="sr-only">Section titled “Install”</span></a>',
  ])('is no text: %s', (mark) => {
    expect(withoutAdditions(`<h2>Install${mark}</h2><p>Run it.</p>`, PAGE)).toBe(
      '<h2>Install</h2><p>Run it.</p>',
    )
  })

  it.each([
    '<a href="#fn1">1</a>',
    '<a href="#install">#install</a>',
    '<a href="https://tide.example/tags/c">#</a>',
    '<a href="https://tide.example/sea#north">¶ 4</a>',
    '<a name="install">#</a>',
  ])('is another link: %s', (link) => {
    expect(withoutAdditions(`<p>See ${link}, and run it.</p>`, PAGE)).toBe(`<p>See ${link}, and run it.</p>`)
  })
})

it('has the sound and the film without the buttons of a player', () => {
  const player = (kind: string) =>
    `<div class="kg-${kind}-player"><button class="kg-${kind}-play-icon"><svg></svg></button><span>0:00</span><div>/<span>35</span></div>` +
    `<input type="range" class="kg-${kind}-seek-slider" max="100" value="0"><button>1&#215;</button>` +
    `<input type="range" class="kg-${kind}-volume-slider" max="100" value="100"/></div>`
  const text = (one: string, two: string) =>
    `<div><audio src="a.mp3"></audio><div>Sea</div>${one}</div><figure><video src="a.mp4"></video><div>${two}</div></figure><p>End.</p>`

  expect(withoutAdditions(text(player('audio'), player('video')), PAGE)).toBe(text('', ''))
})

it('has a card of another page without its icon', () => {
  const card = '<figure><a href="https://pier.example/"><div>Pier</div>'
  const icon = '<img class="kg-bookmark-icon" src="https://pier.example/icon.png" alt="">'

  expect(withoutAdditions(`${card}${icon}<span>Ann</span></a></figure>`, PAGE)).toBe(
    `${card}<span>Ann</span></a></figure>`,
  )
})

describe('a submission to Hacker News', () => {
  const counted = (above: string) =>
    `${above}<p>Comments URL: <a href="https://news.ycombinator.com/item?id=7">https://news.ycombinator.com/item?id=7</a></p>\n<p>Points: 12</p>\n<p># Comments: 3</p>\n`
  const article = `<p>Article URL: <a href="${PAGE}?a=1&amp;b=2">${PAGE}</a></p>\n`

  it('says nothing but its own text', () => {
    expect(withoutAdditions(counted(article), `${PAGE}?a=1&b=2`)).toBe('')
    expect(withoutAdditions(counted('<p>I made it.</p>\n<hr>\n'), PAGE)).toBe('<p>I made it.</p>')
  })

  it('leads to the article where the entry leads to the discussion', () => {
    expect(withoutAdditions(counted(article), 'https://news.ycombinator.com/item?id=7')).toBe(article.trim())
  })
})

describe('an abstract of a preprint', () => {
  const text = (html: string, page = 'https://www.biorxiv.org/content/10.1101/2024.03.05.000001v1?rss=1') =>
    withoutAdditions(html, page)

  it.each([
    [
      '\nAbstractO_ST_ABSBackgroundC_ST_ABSSeals sing.\n\nO_ST_ABSMethodsC_ST_ABSWe listen.',
      '\nBackground: Seals sing.\n\n\nMethods: We listen.',
    ],
    ['AO_SCPLOWBSTRACTC_SCPLOWWe show SO_SCPLOWEALC_SCPLOW-2.', 'We show SEAL-2.'],
    [
      'Seals sing. HighlightsO_LIThey sing.\nC_LIO_LIWe listen.\nC_LI',
      'Seals sing. Highlights\nThey sing.\n\nWe listen.',
    ],
    [
      'Seals sing.\n\nO_FIG O_LINKSMALLFIG WIDTH=200 SRC="FIGDIR/small/1.gif" ALT="Figure 1">\norg.highwire.dtl.DTLVardef@1\nC_FIG O_TBL View C_TBL',
      'Seals sing.',
    ],
    ['Seals sing. O_FIG O_LINKSM', 'Seals sing.'],
  ])('has no marks of its typesetting: %s', (html, expected) => {
    expect(text(html)).toBe(expected)
  })

  it('is one of the sites that have such marks', () => {
    expect(text('It names O_LIMIT and C_LI.', PAGE)).toBe('It names O_LIMIT and C_LI.')
  })
})

describe('the end of a text', () => {
  it.each([
    `<p>Waves.</p><p><a href="${PAGE}">Read full article</a></p> <p><a href="${PAGE}#comments">Comments</a></p>`,
    `<p>Waves.</p>This article originally appeared on Tide at ${PAGE}?src=rss\n`,
    `<p>Waves.</p><p>This article originally appeared on Tide at <a href="${PAGE}">${PAGE}</a></p>`,
  ])('says nothing of where it stands: %s', (html) => {
    expect(withoutAdditions(html.trim(), PAGE)).toBe('<p>Waves.</p>')
  })

  it('may be cut before a link to the page', () => {
    expect(withoutAdditions(`Waves &#8230;<a href="${PAGE}" class="more-link">read more</a>`, PAGE)).toBe(
      'Waves &#8230;',
    )
  })

  it.each([
    `<p><a href="${PAGE}">Waves</a></p>`,
    `<p>Waves.</p><p>This article originally appeared on Tide at noon.</p>`,
    `<p>Waves &amp;<a href="${PAGE}">read more</a></p>`,
  ])('is text: %s', (html) => {
    expect(withoutAdditions(html, PAGE)).toBe(html)
  })
})
