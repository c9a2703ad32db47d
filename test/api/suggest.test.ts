import { describe, expect, it } from 'vitest'
import { apiOf } from './api-of.ts'
import { ask, askPage } from './ask.ts'
import { openArticles } from './search-world.ts'

const ARTICLES = [
  { title: 'Storm over Rome', category: 'weather' },
  { title: 'Storm hits the stock exchange', category: 'economy' },
  { title: 'Stock prices fall', category: 'economy' },
  { title: 'Élysée opens its gardens', category: 'politics' },
  { title: '新しい博物館が開館', language: 'ja', category: 'arts' },
]

const api = apiOf(() => openArticles(ARTICLES))

/** Many words that are more frequent than the rare one. */
const CROWD = Array.from('abcdefghijklmopqrtuvwxyz', (letter) => `wi${letter}ing`).flatMap((word) => [
  { title: `The ${word} sea` },
  { title: `A ${word} coast` },
])
const crowded = apiOf(() =>
  openArticles([{ title: 'Anna Winslow at sea' }, { title: 'AT&T lays a cable' }, ...CROWD]),
)

async function suggest(q: string, more = '', base = api.base): Promise<{ kind: string; text: string }[]> {
  const page = await askPage(`${base}/api/suggest?q=${encodeURIComponent(q)}${more}`)
  return page.items as unknown as { kind: string; text: string }[]
}

function textsOf(suggestions: readonly { kind: string; text: string }[], kind: string): string[] {
  return suggestions.filter((one) => one.kind === kind).map(({ text }) => text)
}

describe('/api/suggest', () => {
  it('completes the last word, the most frequent first, whatever its case and accents, as titles write it', async () => {
    expect(textsOf(await suggest('STO'), 'word')).toEqual(['stock', 'storm'])
    expect(textsOf(await suggest('Ély'), 'word')).toEqual(['élysée'])
    expect(textsOf(await suggest('ely'), 'word')).toEqual(['élysée'])
    expect(textsOf(await suggest('Rome storm o'), 'word')).toContain('Rome storm over')
  })

  it('completes after other words what stands beside them first', async () => {
    expect(textsOf(await suggest('sto'), 'word')[0]).toBe('stock')
    expect(textsOf(await suggest('Rome sto'), 'word')[0]).toBe('Rome storm')
  })

  it('completes after other words also with words that are rare elsewhere', async () => {
    expect(textsOf(await suggest('wi', '&limit=50', crowded.base), 'word')).not.toContain('winslow')
    expect(textsOf(await suggest('anna wi', '', crowded.base), 'word')[0]).toBe('anna winslow')
  })

  it('completes no letter of a name with an ampersand', async () => {
    const suggested = await suggest('AT&T', '', crowded.base)

    expect(textsOf(suggested, 'word')).toEqual([])
    expect(textsOf(suggested, 'story')).toEqual(['AT&T lays a cable'])
  })

  it('names stories that have what was typed, with all of its words', async () => {
    expect(textsOf(await suggest('storm ro'), 'story')).toEqual(['Storm over Rome'])
    expect(textsOf(await suggest('博物'), 'story')).toEqual(['新しい博物館が開館'])
  })

  it('names sources and categories by any of their words', async () => {
    expect((await suggest('morn')).filter(({ kind }) => kind === 'source')).toEqual([
      { kind: 'source', text: 'The Morning Paper', itemCount: 5, sourceId: 'paper', storyId: null },
    ])
    expect((await suggest('eco')).filter(({ kind }) => kind === 'category')).toEqual([
      { kind: 'category', text: 'economy', itemCount: 2, sourceId: null, storyId: null },
    ])
  })

  it('completes no value of an operator by words, but sources and categories by their names', async () => {
    const all = await Promise.all(
      ['category:e', 'SOURCE:morn', '-category:eco', 'storm source:th', 'lang:e', 'site:pap', 'has:i'].map(
        (q) => suggest(q),
      ),
    )

    expect(all.map((found) => found.map(({ kind, text }) => [kind, text]))).toEqual([
      [['category', 'economy']],
      [['source', 'The Morning Paper']],
      ...Array.from({ length: 5 }, () => []),
    ])
    expect(textsOf(await suggest('title:sto'), 'word')).toEqual(['title:stock', 'title:storm'])
  })

  it('gives no more than asked for', async () => {
    expect(await suggest('s', '&limit=1')).toHaveLength(1)
    expect((await suggest('s', '&limit=50')).length).toBeGreaterThan(3)
  })

  it.each(['storm ', '...', '"', '\u0000', '💥', 'x'.repeat(100), '🙈s', '\u202Eabc'])(
    'takes %j as it is',
    async (q) => {
      const reply = await ask(`${api.base}/api/suggest?q=${encodeURIComponent(q)}`)

      expect(reply.status).toBe(200)
    },
  )

  it('offers no sites and no pairs of characters as words', async () => {
    expect(textsOf(await suggest('\u0001p'), 'word')).toEqual(['paper', 'prices'])
    expect(textsOf(await suggest('博'), 'word')).toEqual([])
  })
})
