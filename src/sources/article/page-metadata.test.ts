import { describe, expect, it } from 'vitest'
import { readArticle } from './read-article.ts'

const TIME = Date.UTC(2024, 2, 5, 9, 30)
const STATED = '"datePublished": "2024-03-05T09:30:00Z"'
const jsonLd = (text: string, type = 'application/ld+json'): string =>
  `<script type="${type}">${text}</script>`

function metadataOf(head: string) {
  const request = { text: false, selectors: undefined }
  return readArticle(`<html><head>${head}</head><body></body></html>`, 'https://tide.example/a/b', request)
}

describe('the metadata of a page', () => {
  it.each([
    [
      'escaped twice',
      '<meta property="og:title" content="Tom &amp;amp; Jerry"><meta name="description" content="It&amp;#8217;s">',
      { title: 'Tom & Jerry', description: 'It’s' },
    ],
    [
      'with tags',
      '<meta name="description" content="&lt;p&gt;The &lt;b&gt;ferry&lt;/b&gt;&lt;/p&gt;">',
      { description: 'The ferry' },
    ],
    [
      'that names elements',
      '<meta property="og:title" content="Why &lt;b&gt; is not &lt;strong&gt;">',
      { title: 'Why <b> is not <strong>' },
    ],
    [
      'whose first picture is none',
      '<meta property="og:image" content="data:image/gif;base64,R0"><meta name="twitter:image" content="/t.jpg">',
      { imageUrl: 'https://tide.example/t.jpg' },
    ],
    [
      'whose first time is none',
      `<meta property="article:published_time" content="today">${jsonLd(`{"@type":"NewsArticle",${STATED}}`)}`,
      { publishedAt: TIME },
    ],
    [
      'of JSON-LD with lines in its texts',
      jsonLd(`{"@type":"NewsArticle","description":"a\nb",${STATED}}`),
      { description: 'a b', publishedAt: TIME },
    ],
    [
      'of JSON-LD in CDATA',
      jsonLd(`//<![CDATA[\n{"@type":"NewsArticle",${STATED}}\n//]]>`),
      { publishedAt: TIME },
    ],
    [
      'in names as React and old pages write them',
      '<meta itemProp="datePublished" content="2024-03-05T09:30:00Z"/><META NAME="Author" CONTENT="Ann Bee">',
      { author: 'Ann Bee', publishedAt: TIME },
    ],
    ['of JSON-LD in a comment', jsonLd(`<!-- {"@type":"Article",${STATED}} -->`), { publishedAt: TIME }],
    ['of JSON-LD with signs behind', jsonLd(`[{"@type":"Article",${STATED},}];`), { publishedAt: TIME }],
    [
      'of JSON-LD with a charset',
      jsonLd(`{"@type":"Article",${STATED}}`, 'application/ld+json; charset=utf-8'),
      { publishedAt: TIME },
    ],
  ])('is read %s', (_, head, expected) => {
    expect(metadataOf(head)).toMatchObject(expected)
  })
})
