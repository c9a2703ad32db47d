import { describe, expect, it } from 'vitest'
import { serve } from '../loopback.ts'
import { visit, visitRaw } from '../visiting.ts'

describe('Reddit', () => {
  const LISTING = JSON.stringify({
    data: {
      children: [
        { data: { name: 't3_a', title: 'Pinned', permalink: '/r/sea/1', stickied: true } },
        {
          data: {
            name: 't3_b',
            title: 'Waves < tides',
            url: 'https://waves.example/',
            permalink: '/r/sea/comments/b/waves/',
            author: 'cy',
            score: 99,
            num_comments: 12,
            created_utc: 1_709_631_000,
            link_flair_text: 'Science',
            subreddit_name_prefixed: 'r/sea',
          },
        },
        {
          data: {
            name: 't3_c',
            title: 'A question',
            url: 'https://x.example/',
            is_self: true,
            permalink: '/r/sea/comments/c/',
            selftext_html: '<p>Hm &amp;#x200B; &amp;amp; so &amp;lt; <code>&amp;amp;</code></p>',
          },
        },
      ],
    },
  })
  const FEED = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>t3_b</id><title>Waves</title><link href="https://www.reddit.com/r/sea/comments/b/"/>
    <content type="html">&lt;a href="https://waves.example/?a=1&amp;amp;b=2"&gt;[link]&lt;/a&gt; &lt;a href="https://www.reddit.com/r/sea/comments/b/"&gt;[comments]&lt;/a&gt;</content></entry></feed>`

  it('gives the posts of a listing, with points and comments, without what is pinned', async () => {
    const site = await serve({ '/r/sea/top.json': LISTING })

    const { entries } = await visit({ type: 'reddit', url: `${site.url}/r/sea/top?t=day` })

    expect(site.requests).toEqual(['/r/sea/top.json?t=day&raw_json=1'])
    expect(entries).toMatchObject([
      {
        guid: 't3_b',
        title: 'Waves &#60; tides',
        url: 'https://waves.example/',
        commentsUrl: `${site.url}/r/sea/comments/b/waves/`,
        engagement: { points: 99, comments: 12 },
        tags: ['Science'],
        publishedAt: 1_709_631_000_000,
      },
      {
        guid: 't3_c',
        url: `${site.url}/r/sea/comments/c/`,
        summaryHtml: '<p>Hm &#x200B; &amp; so &amp;lt; <code>&amp;amp;</code></p>',
      },
    ])
  })

  it('leaves out what was removed, and tells of a repeated post what it is about', async () => {
    const at = { permalink: '/r/sea/comments/x/' }
    const posts = [
      { ...at, name: 't3_d', title: '[ Removed by moderator ]', removed_by_category: 'moderator' },
      {
        ...at,
        name: 't3_e',
        title: 'Seen elsewhere',
        author: '[deleted]',
        removed_by_category: null,
        url: '/r/tides/comments/y/',
        crosspost_parent_list: [{ url: 'https://waves.example/seen', is_self: false }],
      },
      { ...at, name: 't3_f', title: 'Asked elsewhere', crosspost_parent_list: [{ is_self: true }] },
    ]
    const site = await serve({
      '/r/sea.json': JSON.stringify({ data: { children: posts.map((data) => ({ data })) } }),
    })

    const { entries } = await visit({ type: 'reddit', url: `${site.url}/r/sea` })

    expect(entries).toMatchObject([
      { title: 'Seen elsewhere', url: 'https://waves.example/seen', author: undefined },
      { title: 'Asked elsewhere', url: `${site.url}/r/sea/comments/x/` },
    ])
  })

  it('reads the feed where the listing is refused, and follows it out', async () => {
    const site = await serve({
      '/r/sea.json': (_, response) => response.writeHead(403).end(),
      '/r/sea.rss': FEED,
    })

    const { entries } = await visit({ type: 'reddit', url: `${site.url}/r/sea/` })

    expect(entries).toMatchObject([
      { url: 'https://waves.example/?a=1&b=2', commentsUrl: 'https://www.reddit.com/r/sea/comments/b/' },
    ])
  })

  it('says the same of a post in both forms', async () => {
    const text = '<!-- SC_OFF --><div class="md"><p>Hm &amp; so</p></div><!-- SC_ON -->'
    const post = {
      name: 't3_c',
      title: 'A question',
      url: 'https://www.reddit.com/r/sea/comments/c/a/',
      is_self: true,
      permalink: '/r/sea/comments/c/a/',
      selftext_html: text,
      author: 'cy',
    }
    const html = `${text} &#32; submitted by &#32; <a href="https://www.reddit.com/user/cy"> /u/cy </a> <br/> <span><a href="SITE/r/sea/comments/c/a/">[link]</a></span> &#32; <span><a href="SITE/r/sea/comments/c/a/">[comments]</a></span>`
    const feedAt = (site: string): string =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>t3_c</id><title>A question</title><author><name>/u/cy</name></author><link href="${site}/r/sea/comments/c/a/"/><content type="html"><![CDATA[${html.replaceAll('SITE', site)}]]></content></entry></feed>`
    const site = await serve({
      '/r/sea.json': JSON.stringify({ data: { children: [{ data: post }] } }),
      '/r/ice.json': (_, response) => response.writeHead(403).end(),
      '/r/ice.rss': (_, response) => response.end(feedAt(site.url)),
    })

    const [listed] = (await visit({ type: 'reddit', url: `${site.url}/r/sea` })).entries
    const [fed] = (await visit({ type: 'reddit', url: `${site.url}/r/ice` })).entries

    expect(fed).toEqual({ ...listed, engagement: undefined })
  })

  it('asks in one more request for the young posts of earlier visits, and does without where it is refused', async () => {
    const young = JSON.stringify({
      data: {
        children: [{ data: { name: 't3_9z', title: 'Before', permalink: '/r/sea/comments/9z/before/' } }],
      },
    })
    const site = await serve({ '/r/sea.json': LISTING, '/api/info.json': young })
    const refusing = await serve({ '/r/sea.json': LISTING })
    const discussions = async () =>
      ['b/waves/', '9z/before/', '8y'].map((end) => `${site.url}/r/sea/comments/${end}`)

    const { entries } = await visit({ type: 'reddit', url: `${site.url}/r/sea` }, { discussions })
    const refused = await visit({ type: 'reddit', url: `${refusing.url}/r/sea` }, { discussions })

    expect(site.requests).toEqual(['/r/sea.json?raw_json=1', '/api/info.json?raw_json=1&id=t3_9z,t3_8y'])
    expect(entries.map(({ title }) => title)).toEqual(['Waves &#60; tides', 'A question', 'Before'])
    expect(refused.entries).toHaveLength(2)
  })

  it('fails where it leads to a search for its name, as for one that does not exist', async () => {
    const site = await serve({
      '/r/seaa.json': (_, response) =>
        response.writeHead(302, { location: '/subreddits/search.json?q=seaa' }).end(),
      '/subreddits/search.json': JSON.stringify({
        data: { children: [{ kind: 't5', data: { title: 'Sea' } }] },
      }),
    })

    expect(await visitRaw({ type: 'reddit', url: `${site.url}/r/seaa` })).toMatchObject({
      kind: 'failed',
      error: { code: 'notAFeed' },
    })
  })

  it('is not asked twice where it does not exist', async () => {
    const site = await serve({})

    expect(await visitRaw({ type: 'reddit', url: `${site.url}/r/nowhere` })).toMatchObject({
      kind: 'failed',
      error: { code: 'http4xx' },
    })
    expect(site.requests).toHaveLength(1)
  })
})
