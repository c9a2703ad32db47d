import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { findFeedLinks } from './feed-links.ts'

const urls = (html: string): string[] =>
  findFeedLinks(html, 'https://site.example/blog/page').map(({ url }) => url)

describe('the feeds that a page names', () => {
  it('are its alternate links of a type of feeds, in their order', () => {
    const html = `<head>
      <link rel="alternate" type="application/rss+xml" title="All &amp; everything" href="/rss">
      <LINK TYPE='application/atom+xml; charset=utf-8' REL='Alternate home' HREF=atom.xml>
      <link rel="alternate" type="application/feed+json" href="https://other.example/feed.json"/>
      <link rel="alternate" type="text/html" hreflang="de" href="/de/">
      <link rel="stylesheet" type="application/rss+xml" href="/no"><link rel="alternate" type="application/rss+xml"></head>`

    expect(urls(html)).toEqual([
      'https://site.example/rss',
      'https://site.example/blog/atom.xml',
      'https://other.example/feed.json',
    ])
    expect(findFeedLinks(html, 'https://site.example/')[0]).toEqual({
      url: 'https://site.example/rss',
      title: 'All & everything',
      from: 'link',
    })
  })

  it('are relative to the base of the page', () => {
    expect(urls('<base href="/other/"><link rel="alternate" type="application/rss+xml" href="rss">')).toEqual(
      ['https://site.example/other/rss'],
    )
  })

  it('have those of comments last', () => {
    const html = `<link rel="alternate" type="application/rss+xml" title="Comments" href="/a">
      <link rel="alternate" type="application/rss+xml" href="/comments/feed"><link rel="alternate" type="application/rss+xml" href="/b">`

    expect(urls(html)[0]).toBe('https://site.example/b')
  })

  it('are links that look like feeds too, after the others', () => {
    const html = `<a href="/about">x</a><a class=y href="/feed/">RSS</a><a href="/news.rss">n</a><a href="/feedback">no</a>
      <a href="https://feeds2.feedburner.com/site">Subscribe</a>
      <link rel="alternate" type="application/rss+xml" href="/real">`

    expect(urls(html)).toEqual([
      'https://site.example/real',
      'https://site.example/feed/',
      'https://site.example/news.rss',
      'https://feeds2.feedburner.com/site',
    ])
  })

  it.each([
    '<a href="/s">RSS</a>',
    '<a href="/s"><b>RSS 2.0</b> feed</a>',
    '<a href="/s" title="Atom"><i class="icon"></i></a>',
    '<a href="/s"><img src="/rss.gif" alt="RSS feed"></a>',
    '<a href="/s"><img alt=RSS src=/a.gif></a>',
    '<a type="application/rss+xml" href="/s">Stay up to date</a>',
  ])('are what an anchor says that it leads to: %s', (anchor) => {
    const others =
      '<a href="/about">What is RSS?</a><a href="/dead">RSS is dead</a><a href="#rss">RSS</a><a href="/atom">'

    expect(findFeedLinks(`${others}</a>${anchor}`, 'https://site.example/')[1]).toMatchObject({
      url: 'https://site.example/s',
      from: 'anchor',
    })
  })

  it.each([
    'https://feedly.com/i/subscription/feed/https://site.example/news.rss',
    'https://feedly.com/i/subscription/feed%2Fhttps%3A%2F%2Fsite.example%2Fnews.rss',
    'https://cloud.feedly.com/#subscription%2Ffeed%2Fhttps%3A%2F%2Fsite.example%2Fnews.rss',
    'https://www.inoreader.com/?add_feed=https://site.example/news.rss',
    'https://www.newsblur.com/?url=https%3A%2F%2Fsite.example%2Fnews.rss&x=1',
    'https://feedbin.com/?subscribe=https://site.example/news.rss',
    'https://www.subtome.com/#/subscribe?feeds=https%3A%2F%2Fsite.example%2Fnews.rss',
  ])('are what a button subscribes to in a reader: %s', (href) => {
    const share = '<a href="https://social.example/share?url=https://site.example/blog">Share</a>'

    expect(urls(`${share}<a href="${href}">Follow</a>`)).toEqual(['https://site.example/news.rss'])
  })

  it('are not what stands in comments, scripts and other schemes', () => {
    const html = `<!-- <link rel="alternate" type="application/rss+xml" href="/1"> --><script>'<link rel="alternate" type="application/rss+xml" href="/2">'</script>
      <link rel="alternate" type="application/rss+xml" href="javascript:x"><link rel="alternate" type="application/rss+xml" href="file:///etc/passwd">`

    expect(urls(html)).toEqual([])
  })

  it.each([
    ['links', 50_000, '<link rel="alternate" type="application/rss+xml" href="/x">'],
    ['comments that do not close', 200_000, '<!--'],
    ['scripts that do not close', 100_000, '<script>'],
    ['tags that do not close', 200_000, '<a '],
  ] as const)('are found at a cost in proportion among so many %s: %i', (_, size, piece) => {
    const find = (some: number) => findFeedLinks(piece.repeat(some), 'https://site.example/')

    expect(costGrowth(find, size)).toBeLessThan(FAR_FROM_QUADRATIC)
  })
})
