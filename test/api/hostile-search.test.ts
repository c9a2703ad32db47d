import { describe, expect, it } from 'vitest'
import type { QueryNode } from '../../src/model/search.ts'
import { parseQuery } from '../../src/search/query/parse.ts'
import { fc } from '../properties.ts'
import { apiOf } from './api-of.ts'
import { ask, idsOf, type PageJson } from './ask.ts'
import { HIDDEN, hostileQuery, probe } from './hostile-queries.ts'
import { openArticles } from './search-world.ts'

const ARTICLES = [
  { title: 'Storm over Rome', summary: 'A storm in 2026, c++ and covid-19.' },
  { title: '東京都の嵐', language: 'ja', summary: '한국어 ไทย العالم שלום' },
  {
    title: 'Nothing',
    summary: '',
    contentText: '',
    contentHtml: '',
    contentHash: HIDDEN,
    entryHash: HIDDEN,
    imageUrl: `https://pictures.example/${HIDDEN}.png`,
    commentsUrl: `https://comments.example/${HIDDEN}`,
    url: `https://paper.example/path/${HIDDEN}`,
  },
]

const api = apiOf(() => openArticles(ARTICLES))

describe('hostile queries', () => {
  it('are answered, or refused with a reason: never an error of ours', async () => {
    const counts = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(hostileQuery(), async (query) => {
        const q = encodeURIComponent(Buffer.from(query).toString())
        for (const path of ['/api/search', '/api/suggest']) {
          const { status, text } = await ask(`${api.base}${path}?q=${q}`)
          counts.set(status, (counts.get(status) ?? 0) + 1)

          // A query of 10 kB of other letters than Latin is longer than a request's head may be.
          expect([200, 400, 414, 431]).toContain(status)
          expect(text).not.toMatch(/sqlite|fts5|syntax error/i)
        }
      }),
      { numRuns: 600 },
    )

    expect(counts.get(200)).toBeGreaterThan(350)
    expect(api.log).toEqual([])
  })

  it('reach nothing that is not to be searched', async () => {
    await fc.assert(
      fc.asyncProperty(probe(), async (query) => {
        const reply = await ask(`${api.base}/api/search?q=${encodeURIComponent(query)}`)
        // What is left out brings others.
        const { node } = parseQuery(query)
        const ids =
          reply.status === 200 && node !== undefined && !leavesOut(node) ? idsOf(reply.json as PageJson) : []

        expect(ids).not.toContain(3)
      }),
      { numRuns: 400 },
    )
  })
})

function leavesOut(node: QueryNode): boolean {
  if (node.kind === 'and' || node.kind === 'or') return node.children.some(leavesOut)
  return node.kind === 'not' || node.kind === 'before' || node.kind === 'after'
}
