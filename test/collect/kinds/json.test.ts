import { describe, expect, it } from 'vitest'
import type { FetchResult } from '../../../src/model/entry.ts'
import { sanitize } from '../../../src/text/html/sanitize.ts'
import { serve } from '../loopback.ts'
import { visit, visitRaw } from '../visiting.ts'

describe('a JSON endpoint', () => {
  const BODY = JSON.stringify({
    data: {
      posts: [
        {
          id: 7,
          headline: 'A < b',
          links: { self: '/7' },
          at: 1_709_631_000,
          body: 'one\ntwo',
          who: [{ n: 'Ann' }, { n: 'Bob' }],
          votes: '12',
          replies: 3,
          tags: ['x', 2024],
        },
        {
          id: 8,
          headline: 'Second',
          links: { self: 'https://b.example/8' },
          at: '2024-03-05',
          body: '<p>html</p>',
        },
        { id: 9, other: true },
      ],
    },
  })

  it.each([
    ['title', { heading: 'A', link: '/1' }, false],
    ['title', { title: { rendered: 'A' }, link: '/1' }, false],
    ['link', { title: 'A', href: '/1' }, false],
    ['link', { title: 'A', link: { href: '/1' } }, false],
    ['an id instead', { title: 'A', id: 1 }, true],
    ['null', { title: null, link: '/1' }, true],
    ['no text', { title: '', link: '/1' }, true],
    ['a list', { title: ['A'], link: '/1' }, true],
  ])('fails where its shape has changed, and nothing stands at a path: %s', async (path, post, isRead) => {
    const site = await serve({
      '/api': JSON.stringify([post, post, post]),
      '/few': JSON.stringify([post]),
      '/one': JSON.stringify([post, post, { title: 'One', link: '/one' }]),
    })
    const paths = { items: '$[*]', title: 'title', url: 'link', id: 'id' }
    const [changed, few, one] = await Promise.all(
      ['/api', '/few', '/one'].map((at) => visitRaw({ type: 'json', url: `${site.url}${at}`, paths })),
    )

    expect([few?.kind, one?.kind]).toEqual(['entries', 'entries'])
    expect(changed).toMatchObject(
      isRead
        ? { kind: 'entries' }
        : { error: { code: 'empty', message: `nothing stands at '${path}' in what is at '$[*]'` } },
    )
  })

  it('is read by paths', async () => {
    const site = await serve({ '/api': BODY })

    const { entries } = await visit({
      type: 'json',
      url: `${site.url}/api`,
      paths: {
        items: '$.data.posts[*]',
        id: 'id',
        title: 'headline',
        url: "links['self']",
        publishedAt: 'at',
        summary: 'body',
        author: 'who[*].n',
        points: 'votes',
        comments: 'replies',
        tags: 'tags',
      },
    })

    expect(entries).toMatchObject([
      {
        guid: '7',
        title: 'A &#60; b',
        url: `${site.url}/7`,
        publishedAt: 1_709_631_000_000,
        summaryHtml: 'one<br>\ntwo',
        author: 'Ann, Bob',
        engagement: { points: 12, comments: 3 },
        tags: ['x', '2024'],
      },
      {
        guid: '8',
        url: 'https://b.example/8',
        summaryHtml: '<p>html</p>',
        publishedAt: Date.UTC(2024, 2, 5),
      },
    ])
  })

  it('may state dates in parts, and abstracts in the markup of journals', async () => {
    const works = [[[2024, 3, 5]], [[2024, 3]]].map((parts, id) => ({
      title: [`T${id}`],
      published: { 'date-parts': parts },
      abstract: '<jats:title>Abstract</jats:title><jats:p>Seals <jats:italic>sing</jats:italic>.</jats:p>',
    }))
    const site = await serve({ '/': JSON.stringify({ message: { items: works } }) })

    const { entries } = await visit({
      type: 'json',
      url: `${site.url}/`,
      paths: {
        items: 'message.items',
        title: 'title[0]',
        publishedAt: "published['date-parts'][0]",
        summary: 'abstract',
      },
    })

    expect(entries).toMatchObject([
      { publishedAt: Date.UTC(2024, 2, 5), summaryHtml: works[0]?.abstract },
      { publishedAt: Date.UTC(2024, 2, 1) },
    ])
    expect(sanitize(works[0]?.abstract ?? '', undefined).html).toBe('<h4>Abstract</h4><p>Seals sing.</p>')
  })

  it.each([
    ['no JSON', '<html>', 'items', 'parse'],
    ['nothing at the path', '{"b":[]}', 'a[*]', 'empty'],
    ['entries without title and url', '{"a":[{"b":1}]}', 'a', 'empty'],
  ])('with %s is told so', async (_, body, items, code) => {
    const site = await serve({ '/api': body })

    expect(
      await visitRaw({ type: 'json', url: `${site.url}/api`, paths: { items, title: 't' } }),
    ).toMatchObject({ kind: 'failed', error: { code } })
  })

  it('may have nothing at the moment', async () => {
    const site = await serve({ '/': '{"data":{"posts":[]},"sections":[]}' })
    const at = (items: string): Promise<FetchResult> =>
      visitRaw({ type: 'json', url: `${site.url}/`, paths: { items, title: 'headline' } })

    expect(await at('data.posts')).toMatchObject({ kind: 'entries', entries: [] })
    expect(await at('sections[*].posts')).toMatchObject({ kind: 'entries', entries: [] })
    expect(await at('data.items')).toMatchObject({ kind: 'failed', error: { code: 'empty' } })
  })

  it('gets the headers of its source, which go nowhere else', async () => {
    const seen: (string | undefined)[] = []
    const other = await serve({
      '/': (request, response) =>
        response.end(`{"a":[{"t":"${(seen.push(request.headers['x-key'] as string | undefined), 'x')}"}]}`),
    })
    const site = await serve({
      '/api': (request, response) => {
        seen.push(request.headers['x-key'] as string | undefined)
        response.writeHead(302, { location: `${other.url}/` }).end()
      },
    })

    await visit({
      type: 'json',
      url: `${site.url}/api`,
      headers: { 'x-key': 's3cret' },
      paths: { items: 'a', title: 't' },
    })

    expect(seen).toEqual(['s3cret', undefined])
  })
})
