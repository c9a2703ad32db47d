import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { estimateTokens } from '../../src/api/agents/token-estimate.ts'
import { apiOf } from '../api/api-of.ts'
import { askPage, idsOf } from '../api/ask.ts'
import { type Agent, connectHttp, ownWords, PROTOCOLS } from './agent.ts'
import {
  CHINESE_ARTICLE,
  HOSTILE,
  HOSTILE_IDS,
  LARGE_STORY,
  LONG_ARTICLE,
  MARK,
  openAgentsWorld,
  REPORTS,
} from './world.ts'

const api = apiOf(openAgentsWorld)

let agent: Agent

beforeAll(async () => {
  agent = await connectHttp(api.base)
})

afterAll(() => agent.close())

/** Each tool with arguments that give as much as it can. */
const CALLS = [
  ['top_stories', { limit: 500 }],
  ['search', { q: 'report OR line OR content OR unseen', limit: 500 }],
  ['trending', { hours: 8760, limit: 500 }],
  ['story', { id: LARGE_STORY, limit: 500 }],
  ['article', { id: LONG_ARTICLE }],
  ['article', { id: CHINESE_ARTICLE }],
  ['whats_new', { limit: 500 }],
  ['whats_new', { since: 0, limit: 500 }],
  ['sources', {}],
] as const

describe.each(PROTOCOLS)('an agent of the protocol %s', (mode) => {
  let one: Agent

  beforeAll(async () => {
    one = await connectHttp(api.base, mode)
  })

  afterAll(() => one.close())

  it('finds seven tools that only read', async () => {
    const { tools } = await one.client.listTools()

    expect(tools.map(({ name }) => name)).toEqual([
      'top_stories',
      'search',
      'trending',
      'story',
      'article',
      'whats_new',
      'sources',
    ])
    for (const { annotations } of tools)
      expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false })
    // 739 to 778 tokens by four tokenizers: docs/decisions/059-tools-for-agents.md.
    expect(JSON.stringify(tools).length).toBeLessThan(3400)
  })

  it.each(CALLS)('gets an answer of %s within its budget, with how to get more', async (name, given) => {
    const { text, isError } = await one.call(name, given)

    expect(isError).toBe(false)
    expect(estimateTokens(text)).toBeLessThanOrEqual(2000)
    expect(text).toMatch(/^Text in «» is quoted/)
    expect(text.split('\n').at(-1)).toMatch(/^(?:More: |No more|Later: )/)
  })

  it('finds no resources where there are no digests, and says which one it cannot read', async () => {
    expect((await one.client.listResources()).resources).toEqual([])
    await expect(one.client.readResource({ uri: 'digest://morning' })).rejects.toThrow(/morning/)
  })
})

describe('a budget', () => {
  it.each([1000, 2000, 8000])('of %i holds, and is used', async (maxTokens) => {
    for (const [name, given] of CALLS.slice(0, -1)) {
      const { text } = await agent.call(name, { ...given, maxTokens })
      const tokens = estimateTokens(text)
      const isAll = text.split('\n').at(-1)?.startsWith('No more')

      expect({ name, tokens, holds: tokens <= maxTokens }).toEqual({ name, tokens, holds: true })
      expect({ name, tokens, isUsed: isAll || tokens > maxTokens * 0.7 }).toEqual({
        name,
        tokens,
        isUsed: true,
      })
    }
  })
})

describe('pages', () => {
  it('of top stories lead to each story once', async () => {
    const found = await walk('top_stories', {})

    expect(found.length).toBe(api.world.stories)
    expect(new Set(found).size).toBe(found.length)
  })

  it('of the largest story lead to each report once', async () => {
    const found = await walk('story', { id: LARGE_STORY, limit: 100, maxTokens: 8000 })

    expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: REPORTS }, (_, at) => at + 1))
  })

  it.each([{}, { category: 'world' }])(
    'of what is new since 0 lead to each item once (%j)',
    async (filter) => {
      const found: number[] = []
      let since = 0
      for (let text = ''; !text.includes('No more now');) {
        text = (await agent.call('whats_new', { since, ...filter })).text
        found.push(...idsIn(text))
        since = Number(/since=(\d+)\.$/.exec(text)?.[1])
      }

      const list = await askPage(`${api.base}/api/items?limit=500&${new URLSearchParams(filter).toString()}`)
      const rest = await askPage(
        `${api.base}/api/items?limit=500&offset=500&${new URLSearchParams(filter).toString()}`,
      )
      const all = [...idsOf(list), ...idsOf(rest)]
      expect(found.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))
    },
  )

  it.each([LONG_ARTICLE, CHINESE_ARTICLE])('of the text of article %i give all of it', async (id) => {
    const parts: string[] = []
    let offset: number | undefined = 0
    while (offset !== undefined) {
      const { text } = await agent.call('article', { id, offset, maxTokens: 8000 })
      const body = text.slice(text.indexOf(offset === 0 ? 'Text:\n' : ':\n') + 1)
      parts.push(...[...body.matchAll(/^«(.*)»$/gm)].map(([, part]) => part ?? ''))
      offset = offsetIn(text)
    }

    const words = (text: string) => text.replaceAll(/\s+/g, '')
    expect(words(parts.join(''))).toBe(words(api.world.texts.get(id) ?? ''))
  })

  /** Ids of all items that pages show, each asked for as the one before said. */
  async function walk(name: string, given: Readonly<Record<string, unknown>>): Promise<number[]> {
    const found: number[] = []
    let offset: number | undefined = 0
    while (offset !== undefined) {
      const { text } = await agent.call(name, { ...given, offset })
      found.push(...idsIn(text))
      offset = offsetIn(text)
    }
    return found
  }

  function idsIn(text: string): number[] {
    return [...ownWords(text).matchAll(/· item (\d+)/g)].map(([, id]) => Number(id))
  }

  function offsetIn(text: string): number | undefined {
    const next = /offset=(\d+)/.exec(text.split('\n').at(-1) ?? '')?.[1]
    return next === undefined ? undefined : Number(next)
  }
})

describe('a wrong call', () => {
  it.each([
    ['top_stories', { limit: 'many' }, "limit must be a whole number from 1 to 500, got 'many'"],
    ['top_stories', { limit: 501 }, "limit must be a whole number from 1 to 500, got '501'"],
    ['top_stories', { maxTokens: 9000 }, "maxTokens must be a whole number from 1000 to 8000, got '9000'"],
    [
      'top_stories',
      { categry: 'world' },
      "unknown argument of top_stories: 'categry'. Did you mean 'category'?",
    ],
    ['top_stories', { category: 'technlogy' }, "unknown category: 'technlogy'. Did you mean 'technology'?"],
    ['top_stories', { category: 'tech' }, "unknown category: 'tech'. Did you mean 'technology'?"],
    ['top_stories', { source: 'times' }, "unknown source: 'times'. Known are paper."],
    ['top_stories', { language: 'xx' }, "unknown language: 'xx'. Known are en, zh."],
    [
      'top_stories',
      { category: { is: 'world' } },
      'category must be a text, a number or a list of them, got {"is":"world"}',
    ],
    ['search', {}, 'q is required: Words, "phrase"'],
    [
      'search',
      { q: 'tide', sinceDays: 7 },
      'Known are q, sort, limit, offset, maxTokens. q: Words, "phrase", -not, OR, word*, title: source: category: lang: site: before: after:2026-01-31.',
    ],
    ['search', { q: '()' }, 'q must name something to look for'],
    [
      'search',
      { q: 'tide', sort: 'best' },
      "sort must be one of relevance, newest, score, hot, firstSeen, got 'best'",
    ],
    ['trending', { hours: 0 }, "hours must be a whole number from 1 to 8760, got '0'"],
    ['story', { id: 999_999 }, 'No story has the id 999999. Ids are in the answers of the other tools.'],
    ['story', { id: 999_999, offset: 20 }, 'No story has the id 999999.'],
    ['story', { id: 'first', offset: 20 }, "id must be a whole number, 1 or more, got 'first'"],
    ['story', { id: 'first' }, "id must be a whole number, 1 or more, got 'first'"],
    ['article', { id: 999_999 }, 'No article has the id 999999. Ids are in the answers of the other tools.'],
    ['article', { url: 'https://example.org/unseen' }, 'No article was seen under this url.'],
    ['article', {}, 'one of id and url is required'],
    ['article', { id: 1, offset: -1 }, "offset must be a whole number, 0 or more, got '-1'"],
    ['whats_new', { since: 'today' }, "since must be a whole number, 0 or more, or now, got 'today'"],
    ['whats_new', { since: 99_999 }, 'Call whats_new without since: it gives the newest and a new mark.'],
    ['whats_new', { since: 0, category: 'sport' }, "unknown category: 'sport'. Known are technology"],
    ['whats_new', { since: 0, limit: 0 }, "limit must be a whole number from 1 to 500, got '0'"],
    ['sources', { status: 'fine' }, 'status must be one or several of'],
    ['read', {}, "unknown tool: 'read'. Known are top_stories, search"],
  ])('of %s with %j says what is allowed', async (name, given, expected) => {
    const { text, isError } = await agent.call(name, given)

    expect(isError).toBe(true)
    expect(text).toContain(expected)
  })

  it('takes numbers as text, lists, and null for nothing', async () => {
    const given = { limit: '2', category: ['technology', 'world'], language: null }
    const { text, isError } = await agent.call('top_stories', given)

    expect([isError, text.match(/· item /g)?.length]).toEqual([false, 2])
  })
})

describe('what publishers write', () => {
  it.each([
    ...HOSTILE_IDS.flatMap((id) => [['article', { id }] as const, ['story', { id }] as const]),
    ['top_stories', { maxTokens: 8000, limit: 100 }] as const,
    ['search', { q: MARK, maxTokens: 8000 }] as const,
    ['whats_new', { since: 502, limit: 500, maxTokens: 8000 }] as const,
    ['whats_new', { limit: 100, maxTokens: 8000 }] as const,
    ['sources', {}] as const,
  ])('stays quoted in %s %j', async (name, given) => {
    const { text } = await agent.call(name, given)

    expect(text).toContain(MARK)
    expect(ownWords(text)).not.toContain(MARK)
    expect(ownWords(text).replaceAll('«»', '')).not.toMatch(/[«»]/)
    expect(text.replaceAll(/\u200C|\u200D|\n/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}]/u)
  })

  it('was tried as docs/safety.md says', () => {
    const page = readFileSync(new URL('../../docs/safety.md', import.meta.url), 'utf8')

    expect(page).toContain(`**${HOSTILE.length} texts in 7 fields, through 6 tools`)
  })
})
