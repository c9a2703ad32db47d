import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { htmlToText } from '../../../src/text/html/sanitize.ts'
import { serve } from '../loopback.ts'
import { visit, visitRaw } from '../visiting.ts'

describe('a sitemap', () => {
  const NEWS = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
    <url><loc>https://paper.example/ferry</loc><lastmod>2024-03-05T10:00:00Z</lastmod><image:image><image:loc>https://paper.example/ferry.jpg</image:loc></image:image>
    <n:news><n:publication><n:name>The Paper</n:name><n:language>en</n:language></n:publication><n:publication_date>2024-03-05T09:30:00Z</n:publication_date><n:title>Ferry &amp; tram</n:title><n:keywords>City, Sea</n:keywords></n:news></url></urlset>`
  const page = (name: string, day: string): string =>
    `<urlset><url><loc>https://paper.example/2024/${name}-12345.html</loc><lastmod>2024-03-${day}</lastmod></url></urlset>`

  it('of Google News tells titles, times and topics', async () => {
    const site = await serve({ '/news.xml': NEWS })

    const collected = await visit({ type: 'sitemap', url: `${site.url}/news.xml` })

    expect(collected.feed).toMatchObject({ title: 'The Paper', language: 'en' })
    expect(collected.entries).toMatchObject([
      {
        url: 'https://paper.example/ferry',
        title: 'Ferry & tram',
        publishedAt: Date.UTC(2024, 2, 5, 9, 30),
        updatedAt: Date.UTC(2024, 2, 5, 10),
        tags: ['City', 'Sea'],
        imageUrl: 'https://paper.example/ferry.jpg',
        language: 'en',
      },
    ])
  })

  it('of videos tells their titles, texts, times and pictures, where a page has one', async () => {
    const video = (name: string) =>
      `<video:video><video:thumbnail_loc>https://paper.example/${name}.jpg</video:thumbnail_loc><video:title>${name} &amp; sea</video:title><video:description>About ${name}.</video:description><video:publication_date>2024-03-04T08:00:00Z</video:publication_date></video:video>`
    const site = await serve({
      '/videos.xml': `<urlset xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"><url><loc>https://paper.example/v/1</loc>${video('Ferry')}</url><url><loc>https://paper.example/v/all-of-them</loc>${video('Ferry')}${video('Tram')}</url></urlset>`,
    })

    const { entries } = await visit({ type: 'sitemap', url: `${site.url}/videos.xml` })

    expect(entries).toMatchObject([
      {
        title: 'Ferry & sea',
        summaryHtml: 'About Ferry.',
        publishedAt: Date.UTC(2024, 2, 4, 8),
        imageUrl: 'https://paper.example/Ferry.jpg',
      },
      { title: 'All of them', summaryHtml: undefined, imageUrl: undefined },
    ])
  })

  it.each([
    ['<![CDATA[The pier&#8217;s end &amp; more]]>', 'The pier’s end & more'],
    ['The pier&amp;#8217;s end', 'The pier’s end'],
    ['<![CDATA[R & D]]>', 'R & D'],
    ['3 &lt; 4', '3 < 4'],
  ])('has a title as feeds write it: %s', async (written, read) => {
    const site = await serve({ '/news.xml': NEWS.replace(/(?<=<n:title>)[^<]*/, written) })

    const { entries } = await visit({ type: 'sitemap', url: `${site.url}/news.xml` })

    expect(htmlToText(entries[0]?.title ?? '')).toBe(read)
  })

  it('that is plain gives titles by its addresses', async () => {
    const site = await serve({ '/sitemap.xml': page('ferry-and-tram-share-a-ticket', '05') })

    const { entries } = await visit({ type: 'sitemap', url: `${site.url}/sitemap.xml` })

    expect(entries).toMatchObject([
      { title: 'Ferry and tram share a ticket', publishedAt: Date.UTC(2024, 2, 5) },
    ])
  })

  it('may be packed, or a list of addresses', async () => {
    const site = await serve({
      '/sitemap.xml.gz': gzipSync(page('a-b-c', '01')),
      '/urls.txt': 'https://a.example/x\nnot one\nhttps://b.example/y\n',
    })

    const packed = await visit({ type: 'sitemap', url: `${site.url}/sitemap.xml.gz` })
    const list = await visit({ type: 'sitemap', url: `${site.url}/urls.txt` })

    expect(packed.entries).toHaveLength(1)
    expect(list.entries.map(({ url }) => url)).toEqual(['https://a.example/x', 'https://b.example/y'])
  })

  it('that is cut gives the pages before the cut, and is asked for as a whole again', async () => {
    const whole = page('ferry-and-tram-share-a-ticket', '05').replace('</urlset>', '')
    const cut = `${whole}<url><loc>https://paper.example/2024/half-of-an-addr`
    const site = await serve({
      '/sitemap.xml': (_, response) => response.writeHead(200, { etag: '"a"' }).end(cut),
    })

    const { entries, validators } = await visit({ type: 'sitemap', url: `${site.url}/sitemap.xml` })

    expect(entries.map(({ title }) => title)).toEqual(['Ferry and tram share a ticket'])
    expect(validators.etag).toBeNull()
  })

  it('that is a packed bomb is refused', async () => {
    const site = await serve({ '/sitemap.xml.gz': gzipSync(Buffer.alloc(30_000_000)) })

    expect(
      await visitRaw({ type: 'sitemap', url: `${site.url}/sitemap.xml.gz` }, { maxBytes: 1_000_000 }),
    ).toMatchObject({
      kind: 'failed',
      error: { code: 'tooLarge' },
    })
  })

  it('of sitemaps leads to those that changed last, news first, and misses those that are gone', async () => {
    const names = ['old', 'older', 'newest', 'gone', 'news', 'new', 'ancient']
    const days: Readonly<Record<string, string>> = {
      old: '03',
      older: '02',
      newest: '09',
      gone: '08',
      news: '01',
      new: '07',
      ancient: '01',
    }
    const site = await serve({
      '/index.xml': (_, response) =>
        response.end(
          `<sitemapindex>${names.map((name) => `<sitemap><loc>/${name}.xml</loc><lastmod>2024-03-${days[name]}</lastmod></sitemap>`).join('')}</sitemapindex>`,
        ),
      ...Object.fromEntries(
        names
          .filter((name) => name !== 'gone')
          .map((name) => [`/${name}.xml`, page(`from-${name}`, days[name] ?? '')]),
      ),
    })

    const { entries } = await visit({ type: 'sitemap', url: `${site.url}/index.xml` })

    expect(entries.map(({ title }) => title)).toEqual(['From news', 'From newest', 'From new', 'From old'])
  })

  it.each<[string, readonly string[], readonly string[]]>([
    ['numbers that rise', ['part-1', 'part-2', 'part-9', 'part-10', 'part-11', 'part-12'], ['part-1']],
    ['numbers that fall', ['part-12', 'part-11', 'part-10', 'part-9', 'part-2', 'part-1'], ['part-1']],
    ['months that fall', ['2026-02', '2026-01', '2025-12', '2025-11', '2025-10', '2025-9'], ['2025-9']],
    ['pages behind numbers that fall', ['p-5', 'p-4', 'p-3', 'p-2', 'p-1', 'about'], ['about']],
    ['no numbers', ['one', 'two', 'three', 'four', 'five', 'six'], ['one']],
    [
      'topics of WordPress',
      [
        'wp-sitemap-posts-post-1',
        'wp-sitemap-posts-post-2',
        'wp-sitemap-posts-page-1',
        'wp-sitemap-taxonomies-category-1',
        'wp-sitemap-taxonomies-post_tag-1',
        'wp-sitemap-users-1',
      ],
      ['wp-sitemap-taxonomies-category-1', 'wp-sitemap-taxonomies-post_tag-1', 'wp-sitemap-users-1'],
    ],
    [
      'topics of its plugins',
      [
        'post-sitemap',
        'page-sitemap',
        'category-sitemap',
        'post_tag-sitemap1',
        'post_tag-sitemap2',
        'author-sitemap',
      ],
      ['category-sitemap', 'post_tag-sitemap1', 'post_tag-sitemap2', 'author-sitemap'],
    ],
    ['topics alone', ['category-sitemap', 'author-sitemap'], []],
  ])('of sitemaps without times, %s, leads to the newest of articles', async (_, names, unread) => {
    const sitemaps = names.map((name) => `<sitemap><loc>/${name}.xml</loc></sitemap>`).join('')
    const site = await serve({
      '/index.xml': `<sitemapindex>${sitemaps}</sitemapindex>`,
      ...Object.fromEntries(names.map((name) => [`/${name}.xml`, page(`from-${name}`, '05')])),
    })

    await visit({ type: 'sitemap', url: `${site.url}/index.xml` })

    const asked = new Set(site.requests)
    expect(names.filter((name) => !asked.has(`/${name}.xml`))).toEqual(unread)
  })

  it.each<[string, readonly string[], number | undefined]>([
    ['all pages in one second', Array.from({ length: 12 }, () => '2026-05-04T08:30:00Z'), undefined],
    [
      'the larger part of them in one second',
      Array.from({ length: 20 }, (_, at) => (at < 11 ? '2026-05-04T08:30:00Z' : `2026-05-03T08:${at}:00Z`)),
      undefined,
    ],
    ['few pages', Array.from({ length: 9 }, () => '2026-05-04T08:30:00Z'), Date.UTC(2026, 4, 4, 8, 30)],
    ['all pages on one day', Array.from({ length: 12 }, () => '2026-05-04'), Date.UTC(2026, 4, 4)],
  ])('that says that %s changed gives the first this time', async (_, times, publishedAt) => {
    const urls = times.map(
      (time, at) => `<url><loc>https://paper.example/ferry-${at}</loc><lastmod>${time}</lastmod></url>`,
    )
    const site = await serve({ '/sitemap.xml': `<urlset>${urls.join('')}</urlset>` })

    const { entries } = await visit({ type: 'sitemap', url: `${site.url}/sitemap.xml` })

    expect(entries).toHaveLength(times.length)
    expect(entries[0]?.publishedAt).toBe(publishedAt)
  })

  it('of sitemaps may lead to another one of sitemaps, and fails where none of them can be had', async () => {
    const index = (path: string): string =>
      `<sitemapindex><sitemap><loc>${path}</loc></sitemap></sitemapindex>`
    const site = await serve({
      '/index.xml': index('/inner.xml'),
      '/inner.xml': index('/pages.xml.gz'),
      '/pages.xml.gz': gzipSync(page('deep-down-there', '05')),
      '/dead.xml': index('/gone.xml'),
      '/empty.xml': '<sitemapindex></sitemapindex>',
    })

    const deep = await visit({ type: 'sitemap', url: `${site.url}/index.xml` })
    const dead = await visitRaw({ type: 'sitemap', url: `${site.url}/dead.xml` })
    const empty = await visit({ type: 'sitemap', url: `${site.url}/empty.xml` })

    expect(deep.entries.map(({ title }) => title)).toEqual(['Deep down there'])
    expect(dead).toMatchObject({ kind: 'failed', error: { code: 'empty' } })
    expect(empty.entries).toEqual([])
  })

  it('names the front page of its site, which is no article', async () => {
    const site = await serve({
      '/sitemap.xml':
        '<urlset><url><loc>https://paper.example/</loc></url><url><loc>https://paper.example/ferry-runs-again</loc></url></urlset>',
    })

    const { entries } = await visit({ type: 'sitemap', url: `${site.url}/sitemap.xml` })

    expect(entries.map(({ url }) => url)).toEqual(['https://paper.example/ferry-runs-again'])
  })

  it('is left alone where robots.txt says so', async () => {
    const site = await serve({
      '/robots.txt': 'User-agent: content-digest\nDisallow: /private',
      '/private/s.xml': page('a-b', '01'),
      '/s.xml': page('a-b', '01'),
    })

    expect(await visitRaw({ type: 'sitemap', url: `${site.url}/private/s.xml` })).toMatchObject({
      kind: 'failed',
      error: { code: 'refused' },
    })
    expect(await visitRaw({ type: 'sitemap', url: `${site.url}/s.xml` })).toMatchObject({ kind: 'entries' })
    expect(site.requests).not.toContain('/private/s.xml')
  })
})
