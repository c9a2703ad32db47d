import { expect, it } from 'vitest'
import type { FetchResult } from '../../src/model/entry.ts'
import { readFeed } from '../../src/sources/feed/read.ts'
import { aSource } from '../a-source.ts'
import { read, visitsOf } from '../visits.ts'
import { ask, askPage } from './ask.ts'
import { serve } from './serve.ts'
import { NOW } from './world.ts'

const SOURCE = aSource('waves', { url: 'https://waves.example/feed.xml?token=canary' })
const visits = visitsOf([SOURCE], NOW)

const SITE = 'https://waves.example/'
const SOUND = '<enclosure type="audio/mpeg" length="9" url="https://cdn.example'

/** A channel of a site with these elements as its items. */
function rss(items: readonly string[], site = SITE): string {
  const written = items.map(
    (item, at) =>
      `<item><title>Part ${at + 1}</title><description>Words of part ${at + 1}.</description>${item}</item>`,
  )
  return `<rss version="2.0" xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"><channel><title>Waves</title><link>${site}</link>${written.join('')}</channel></rss>`
}

function links(...urls: readonly string[]): string[] {
  return urls.map((url) => `<link>${url.replaceAll('&', '&amp;')}</link>`)
}

const FEEDS: readonly (readonly [kind: string, document: string])[] = [
  ['episodes without links', rss([`<guid>1</guid>${SOUND}/1.mp3"/>`, `<guid>2</guid>${SOUND}/2.mp3"/>`])],
  [
    'episodes whose links are the site, in other words',
    rss(
      links(SITE, 'http://www.waves.example', 'https://waves.example/?utm_source=rss', SITE).map(
        (link, at) => `<guid>${at}</guid>${link}${SOUND}/${at}.mp3?source=feed&amp;n=${at}"/>`,
      ),
    ),
  ],
  [
    'episodes that share a recording',
    rss([`<guid>1</guid>${SOUND}/live.mp3"/>`, `<guid>2</guid>${SOUND}/live.mp3"/>`]),
  ],
  [
    'entries without links, whose guids are addresses',
    rss([
      '<guid isPermaLink="false">https://waves.example/?p=1</guid>',
      '<guid>http://www.waves.example/two/</guid>',
      '<guid isPermaLink="false">https://waves.example/#three</guid>',
      '<guid isPermaLink="false">tag:waves.example,2026:4</guid>',
    ]),
  ],
  ['entries with nothing of their own', rss(['', '<guid>2</guid>', '<link/>', '<link>javascript:x</link>'])],
  ['entries of a feed whose site has a token', rss(['', '<guid>2</guid>'], `${SITE}?token=canary`)],
  ['entries of a feed that has no site either', rss(['', '<guid>2</guid>'], '')],
  [
    'entries that are parts of one page',
    rss(
      links(
        'https://waves.example/log#one',
        'https://waves.example/log#two',
        'https://waves.example/log',
        'https://waves.example/log#!/four',
        'https://waves.example/log?utm_medium=rss#five',
        'https://waves.example/#six',
        'https://waves.example/#',
      ),
    ),
  ],
  [
    'entries behind redirectors',
    rss([
      ...links(
        'https://www.google.com/url?rct=j&sa=t&url=https://paper.example/a%3Fx%3D1%26y%3D2&ct=ga',
        'https://out.reddit.com/t3_1?url=https%3A%2F%2Fpaper.example%2Fb%23part&token=abc',
        'https://www.google.com/url?q=https://www.google.com/url?q=https://paper.example/c',
        'https://l.facebook.com/l.php?u=https%3A%2F%2Fpaper.example%2Fd%3Ffbclid%3D1',
        'https://news.example/redirect?to=nowhere',
      ),
      '<link>http://feeds.example/~r/waves/~3/1/e</link><feedburner:origLink>https://paper.example/e?utm_source=fb</feedburner:origLink>',
    ]),
  ],
  [
    'entries with odd addresses',
    rss(
      links(
        'HTTP://WWW.Paper.Example:80/Case/?B=2&a=1',
        'https://user:pw@paper.example/private',
        'https://paper.example/für/日本?q=naïve café',
        'https://müller.example/straße',
        'https://paper.example/%7Euser/%C3%BC/a%2Fb/c%2Cd,e;f=1',
        'https://paper.example/a+b?x=1+2&y=3%2B4&z=%26%3D',
        "https://paper.example/it's/(odd)/[1]/a|b/{c}",
        'https://paper.example//double//slashes/./x/../y',
        'https://paper.example:8443/port?',
        'https://m.paper.example/mobile/amp/',
        'https://paper.example/amp/story.html?amp=1&outputType=amp',
        'https://paper.example/index.php?id=3&PHPSESSID=0123456789abcdef0123456789abcdef',
        'https://paper.example/?',
        'https://192.0.2.7/x',
        'https://[2001:db8::1]/x',
        '//paper.example/relative',
        '/rooted?page=2',
        'paper.example/without-scheme',
        `https://paper.example/long?${'x'.repeat(8_000)}`,
        `https://paper.example/too-long?${'x'.repeat(9_000)}`,
        `https://paper.example/${'ü'.repeat(1_300)}`,
      ),
    ),
  ],
  [
    'posts of JSON Feed',
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Waves',
      home_page_url: SITE,
      items: [
        { id: '1', content_text: 'One' },
        { id: 'https://waves.example/two', content_text: 'Two' },
        { id: '3', url: SITE, external_url: 'https://paper.example/three', content_text: 'Three' },
        { id: '4', attachments: [{ url: 'https://cdn.example/4.mp3', mime_type: 'audio/mpeg' }] },
      ],
    }),
  ],
  [
    'entries of Atom',
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Waves</title><link href="${SITE}"/><id>urn:1</id>
      <entry><id>urn:uuid:1</id><title>One</title></entry>
      <entry><id>https://waves.example/two</id><title>Two</title></entry>
      <entry><id>urn:uuid:3</id><title>Three</title><link rel="enclosure" type="video/mp4" href="https://cdn.example/3.mp4"/></entry>
      <entry><id>urn:uuid:4</id><title>Four</title><link rel="related" href="https://paper.example/four"/></entry>
      <entry><id>urn:uuid:5</id><title>Five</title><link href="./five#top"/></entry>
    </feed>`,
  ],
]

it.each(FEEDS)('finds %s by the url that each has', async (_, document) => {
  const collected = collectedFrom(document)
  // The second time, all of it is known.
  await visits.visiting(SOURCE, collected)
  await visits.visitingAgain(SOURCE, collected)
  const served = await serve(visits.store)

  const { items, total } = await askPage(`${served.base}/api/items?limit=100`)
  const newestOf = new Map(items.toReversed().map(({ id, url }) => [url, id]))
  const answers = await Promise.all(
    items.map(async ({ id, url }) => {
      const { status, json } = await ask(`${served.base}/api/article?${query({ url })}`)
      const both = await ask(`${served.base}/api/article?${query({ id, url })}`)
      return { url, status, found: (json as { id: number }).id, withId: (both.json as { id: number }).id, id }
    }),
  )
  await served.close()

  expect(total).toBe(collected.entries.length)
  expect(JSON.stringify(items)).not.toContain('canary')
  expect(answers).toEqual(
    items.map(({ id, url }) => ({ url, status: 200, found: newestOf.get(url), withId: id, id })),
  )
})

it.each([
  ['a recording at another address', `${SOUND}/1.mp3?sig=a"/>`, `${SOUND}/1.mp3?sig=b"/>`],
  ['a recording after none', '', `${SOUND}/1.mp3"/>`],
  ['a link after a recording', `${SOUND}/1.mp3"/>`, `<link>${SITE}one</link>${SOUND}/1.mp3"/>`],
  ['a recording in place of a link', `<link>${SITE}one</link>`, `${SOUND}/1.mp3"/>`],
  ['another part of the page', `<link>${SITE}log#one</link>`, `<link>${SITE}log#first</link>`],
])('finds an entry that gets %s', async (_, before, after) => {
  for (const own of [before, after]) {
    const collected = collectedFrom(rss([`<guid isPermaLink="false">1</guid>${own}`]))
    await visits.visitingAgain(SOURCE, { ...collected, documentHash: own })
  }
  const served = await serve(visits.store)

  const { items } = await askPage(`${served.base}/api/items`)
  const replies = await Promise.all(
    items.map(({ url }) => ask(`${served.base}/api/article?${query({ url, fields: 'id' })}`)),
  )
  await served.close()

  expect(items.length).toBe(1)
  expect(replies.map(({ json }) => json)).toEqual(items.map(({ id }) => ({ id })))
})

function query(parameters: Readonly<Record<string, unknown>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}

function collectedFrom(document: string): Extract<FetchResult, { kind: 'entries' }> {
  const reading = readFeed(Buffer.from(document), undefined, SOURCE.url)
  if (reading.kind !== 'feed') throw new Error(`no feed: ${reading.kind}`)
  return { ...read(reading.entries), feed: reading.feed }
}
