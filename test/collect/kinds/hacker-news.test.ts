import { describe, expect, it } from 'vitest'
import { aSource, never, type Pages, serve, stateAfter } from '../loopback.ts'
import { collecting, visit, visitRaw } from '../visiting.ts'

describe('Hacker News', () => {
  const STORIES: Pages = {
    '/v0/topstories.json': '[3, 1, 2, 4, 5]',
    '/v0/item/1.json':
      '{"id":1,"type":"story","title":"Show: a &#60;tool&gt;","url":"https://tool.example/","by":"ann","time":1709631000,"score":120,"descendants":45}',
    '/v0/item/2.json':
      '{"id":2,"type":"story","title":"Ask: how?","text":"<p>Why</p>","by":"bob","time":1709631060,"score":7,"descendants":0}',
    '/v0/item/3.json': '{"id":3,"type":"job","title":"Hiring","url":"javascript:alert(1)","time":1709631120}',
    '/v0/item/4.json': '{"id":4,"deleted":true}',
    '/v0/item/5.json': 'null',
  }

  it('gives its stories in the order of the list, with points and comments', async () => {
    const site = await serve(STORIES)

    const { entries } = await visit({ type: 'hacker-news', url: `${site.url}/v0/topstories.json` })

    expect(entries).toMatchObject([
      {
        title: 'Hiring',
        url: 'https://news.ycombinator.com/item?id=3',
        engagement: { points: null, comments: null },
      },
      {
        guid: 'https://news.ycombinator.com/item?id=1',
        title: 'Show: a &#60;tool&gt;',
        url: 'https://tool.example/',
        author: 'ann',
        publishedAt: 1_709_631_000_000,
        commentsUrl: 'https://news.ycombinator.com/item?id=1',
        engagement: { points: 120, comments: 45 },
      },
      { title: 'Ask: how?', url: 'https://news.ycombinator.com/item?id=2', summaryHtml: '<p>Why</p>' },
    ])
  })

  it('asks for no more stories than it should', async () => {
    const site = await serve(STORIES)

    const { entries } = await visit({ type: 'hacker-news', url: `${site.url}/v0/topstories.json`, limit: 2 })

    expect(entries.map(({ title }) => title)).toEqual(['Hiring', 'Show: a &#60;tool&gt;'])
    expect(site.requests).toHaveLength(3)
  })

  it('leaves out stories below the points that its address names, until they have them', async () => {
    let score = 99
    const site = await serve({
      '/v0/topstories.json': '[1, 2]',
      '/v0/item/1.json': (_, response) => response.end(`{"id":1,"title":"Rising","score":${score}}`),
      '/v0/item/2.json': '{"id":2,"title":"Liked","score":300}',
    })
    const source = { type: 'hacker-news', url: `${site.url}/v0/topstories.json#points=100` } as const

    const before = await visit(source)
    score = 100
    const after = await visit(source)

    expect(before.entries.map(({ title }) => title)).toEqual(['Liked'])
    expect(after.entries.map(({ title }) => title)).toEqual(['Rising', 'Liked'])
    expect(site.requests.filter((path) => path.includes('points'))).toEqual([])
  })

  it('is unchanged while nobody votes, and changed when somebody does', async () => {
    let score = 1
    const site = await serve({
      '/v0/topstories.json': '[1]',
      '/v0/item/1.json': (_, response) => response.end(`{"id":1,"title":"A","score":${score}}`),
    })
    const source = aSource({ type: 'hacker-news', url: `${site.url}/v0/topstories.json` })
    const collector = collecting()
    const first = await collector.collect(source, undefined, never())

    const second = await collector.collect(source, stateAfter(first), never())
    score = 2
    const third = await collector.collect(source, stateAfter(first), never())

    expect([first.kind, second.kind, third.kind]).toEqual(['entries', 'unchanged', 'entries'])
  })

  it('fails where no story of its list can be had, and not where the list is empty', async () => {
    const site = await serve({
      '/v0/topstories.json': '[1, 2]',
      '/v0/item/1.json': (_, response) => response.writeHead(503).end(),
      '/v0/item/2.json': 'null',
      '/v0/askstories.json': '[]',
    })

    const down = await visitRaw({ type: 'hacker-news', url: `${site.url}/v0/topstories.json` })
    const empty = await visit({ type: 'hacker-news', url: `${site.url}/v0/askstories.json` })

    expect(down).toMatchObject({ kind: 'failed', error: { code: 'http5xx' } })
    expect(empty.entries).toEqual([])
  })

  it('misses a story that cannot be had, and fails where the list is none', async () => {
    const site = await serve({
      '/v0/topstories.json': '[1, 2, 3]',
      '/v0/item/2.json': STORIES['/v0/item/2.json'] ?? '',
      '/v0/item/3.json': (_, response) => response.destroy(),
      '/v0/x.json': '{}',
    })

    const { entries } = await visit({ type: 'hacker-news', url: `${site.url}/v0/topstories.json` })
    const failed = await visitRaw({ type: 'hacker-news', url: `${site.url}/v0/x.json` })

    expect(entries.map(({ title }) => title)).toEqual(['Ask: how?'])
    expect(failed).toMatchObject({ kind: 'failed', error: { code: 'parse' } })
  })

  it('ends with the deadline of the visit, however many requests it takes', async () => {
    const site = await serve({
      '/v0/topstories.json': JSON.stringify(Array.from({ length: 60 }, (_, i) => i + 1)),
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [`/v0/item/${i + 1}.json`, () => undefined] as const),
      ),
    })

    const failed = await visitRaw(
      { type: 'hacker-news', url: `${site.url}/v0/topstories.json` },
      { timeoutMs: 300 },
    )

    expect(failed).toMatchObject({ kind: 'failed', error: { code: 'timeout' } })
  })

  it('asks for the young stories of earlier visits too, as many as the list gives, each once', async () => {
    const site = await serve({
      '/v0/topstories.json': '[1, 2]',
      ...Object.fromEntries(
        [1, 2, 3, 4, 5].map((id) => [`/v0/item/${id}.json`, `{"id":${id},"title":"Story ${id}"}`]),
      ),
    })
    const discussions = async () =>
      ['item?id=2', 'item?id=4', 'item?id=4', 'newest', 'item?id=3', 'item?id=5'].map(
        (path) => `https://news.ycombinator.com/${path}`,
      )

    const { entries } = await visit(
      { type: 'hacker-news', url: `${site.url}/v0/topstories.json`, limit: 2 },
      { discussions },
    )

    expect(entries.map(({ title }) => title)).toEqual(['Story 1', 'Story 2', 'Story 4', 'Story 3'])
  })
})
