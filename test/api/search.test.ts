import { describe, expect, it } from 'vitest'
import { canonicalKey } from '../../src/url/url.ts'
import { apiOf } from './api-of.ts'
import { ask, askPage, idsOf, type PageJson } from './ask.ts'
import { openArticles } from './search-world.ts'

const LONG = `${'Nothing here is of any matter to anyone. '.repeat(100)}Then the salamander crossed the frozen river & met <b>friends</b>. ${'More of nothing. '.repeat(50)}`

const ARTICLES = [
  { title: 'Storm over Rome', summary: 'The storm closed the port.' },
  { title: 'Calm seas', summary: 'Storms were forecast for Élysée gardens.' },
  { title: 'A long report', summary: 'About animals.', contentText: LONG, contentHtml: `<p>${LONG}</p>` },
  { title: '新しい博物館が開館', summary: '東京の新しい博物館。', language: 'ja' },
  { title: '央行下调利率', summary: '中国央行宣布降息。', language: 'zh' },
  { title: 'Government budget', summary: 'Running the numbers again.', publishedAt: Date.UTC(2026, 0, 15) },
  {
    title: '学习C++编程',
    summary: 'An elephant of 5,000 kg 👩‍🚀.',
    url: 'https://paper.example/elephants/7?id=7',
    key: canonicalKey('https://paper.example/elephants/7?id=7') ?? '',
    language: 'zh',
  },
]

const api = apiOf(() => openArticles(ARTICLES))

type Found = PageJson & {
  readonly relaxed: boolean
  readonly corrected: { readonly from: string; readonly to: string } | null
  readonly ignoredOperators: readonly string[]
}

async function search(q: string, more = ''): Promise<Found> {
  return (await askPage(`${api.base}/api/search?q=${encodeURIComponent(q)}${more}`)) as Found
}

function highlightsOf(page: Found): unknown {
  return page.items[0]?.['highlights']
}

describe('/api/search', () => {
  it('says nothing of repairs where the query was answered as it was asked', async () => {
    expect(await search('storm')).toMatchObject({ total: 2, relaxed: false, corrected: null })
  })

  it('says that it relaxed a query whose words no item has together', async () => {
    const page = await search('storm budget')

    expect(page).toMatchObject({ total: 3, relaxed: true, corrected: null, query: { q: 'storm budget' } })
    expect(highlightsOf(page)).toMatchObject({ title: expect.stringContaining('<mark>') as string })
  })

  it('says what it took for a typing error, and marks what it found instead', async () => {
    const page = await search('goverment budget')

    expect(page).toMatchObject({
      total: 1,
      relaxed: false,
      corrected: { from: 'goverment budget', to: 'government budget' },
    })
    expect(highlightsOf(page)).toMatchObject({ title: '<mark>Government</mark> <mark>budget</mark>' })
  })

  it('marks forms of a word, words without accents, and words of scripts without spaces', async () => {
    expect(highlightsOf(await search('run numbers'))).toMatchObject({
      summary: '<mark>Running</mark> the <mark>numbers</mark> again.',
    })
    expect(highlightsOf(await search('elysee'))).toMatchObject({
      summary: 'Storms were forecast for <mark>Élysée</mark> gardens.',
    })
    expect(highlightsOf(await search('博物館'))).toEqual({
      title: '新しい<mark>博物館</mark>が開館',
      summary: '東京の新しい<mark>博物館</mark>。',
    })
  })

  it('shows the best passage of a content where the summary has none of the words', async () => {
    const { summary } = highlightsOf(await search('salamander river')) as { summary: string }

    expect(summary).toContain(
      'the <mark>salamander</mark> crossed the frozen <mark>river</mark> &amp; met &lt;b&gt;',
    )
    expect(summary.startsWith('…') && summary.endsWith('…')).toBe(true)
    expect(summary.replace(/<[^>]+>|&\w+;/g, '').length).toBeLessThan(310)
  })

  it.each([
    ['elephant', []],
    ['elephant has:image tag:a,b -story:4 before:2026-01', []],
    ['elephant type:video', ['type']],
    ['-FileType:pdf elephant inurl:a filetype:b', ['filetype', 'inurl']],
    ['elephant has:video', ['has']],
    ['elephant after:yesterday', ['after']],
    ['elephant story:big', ['story']],
    ['"type:video" elephant', []],
    ['elephant https://example.org/a', []],
    ['elephant 12:30', []],
    ['re:zero elephant', []],
    ['Breaking: elephant', []],
    ['elephant: foo', []],
    ['elephant std::string', []],
    ['elephant site:a:b', []],
  ])('names the operators of %s that it does not know: %j', async (q, names) => {
    const { ignoredOperators } = await search(q)

    expect(ignoredOperators).toEqual(names)
  })

  it('searches an unknown operator as words', async () => {
    expect(idsOf(await search('elephant:kg'))).toEqual([7])
  })

  it.each([
    'https://paper.example/elephants/7?id=7',
    ' http://www.paper.example/elephants/7?id=7&utm_source=feed ',
    'paper.example/elephants/7?id=7',
    'www.paper.example/elephants/7?id=7#top',
  ])('finds the article of the address %s', async (address) => {
    const page = await search(address)

    expect(page).toMatchObject({ total: 1, relaxed: false, query: { q: address.trim() } })
    expect(idsOf(page)).toEqual([7])
    expect(idsOf(await search(address, '&language=en'))).toEqual([])
  })

  it('takes an address that it does not know as words', async () => {
    const page = await search('https://elsewhere.example/salamander')

    expect(page.query).toMatchObject({ q: expect.stringContaining('salamander') as string })
  })

  it('finds names with signs beside Chinese, and marks numbers and emoji whole', async () => {
    expect(highlightsOf(await search('c++'))).toMatchObject({ title: '学习<mark>C++</mark>编程' })
    expect(highlightsOf(await search('5000 kg'))).toMatchObject({
      summary: 'An elephant of <mark>5,000</mark> <mark>kg</mark> 👩‍🚀.',
    })
    expect(highlightsOf(await search('🚀'))).toMatchObject({
      summary: expect.stringContaining('<mark>👩‍🚀</mark>') as string,
    })
  })

  it('finds by time', async () => {
    expect(idsOf(await search('budget after:2026-01'))).toEqual([6])
    expect(idsOf(await search('budget before:2026-01-15'))).toEqual([])
    expect(idsOf(await search('after:2026-02 storm'))).toEqual([1, 2])
  })

  it('takes what stands in quotes as it stands', async () => {
    expect(await search('"storms"')).toMatchObject({ total: 1 })
    expect(await search('storms')).toMatchObject({ total: 2 })
  })

  it('explains itself where asked to: the parts make the score', async () => {
    const page = await search('storm', '&explain=true')
    const [first] = page.items
    const { words, recency, coverage, titlePhrase, feedback, score } = (first ?? {})['explanation'] as {
      words: { word: string; fields: string[]; exact: boolean; score: number }[]
    } & Record<'recency' | 'coverage' | 'titlePhrase' | 'feedback' | 'score', number>

    expect(words).toMatchObject([{ word: 'storm', fields: ['title', 'text'], exact: true }])
    const sum = words.reduce((total, word) => total + word.score, 0)
    expect(sum * recency * coverage * titlePhrase + feedback).toBeCloseTo(score, 2)
    expect(first?.['relevance']).toBe(1)
    expect((await search('storm')).items[0]).not.toHaveProperty('explanation')
  })

  it('repeats the query as it was read', async () => {
    const page = await search('  STORM  (rome   or "') // text, since nothing closes

    expect(page.query['q']).toBe('STORM rome or')
  })

  it.each([
    'storm',
    'storm budget',
    'goverment budget',
    'storm rome port closed',
    'title:storm',
    '"storm budget"',
  ])('finds for feeds what it finds itself: %s', async (q) => {
    const feed = await ask(`${api.base}/feed/json?q=${encodeURIComponent(q)}`)
    const { items } = JSON.parse(feed.text) as { readonly items: readonly { readonly title: string }[] }
    const page = await search(q, '&fields=title')

    expect(items.map(({ title }) => title).toSorted()).toEqual(
      page.items.map((item) => item['title'] as string).toSorted(),
    )
  })

  it('gives a feed of a relaxed search its best, newest first, and nothing after them', async () => {
    const feed = await ask(`${api.base}/feed/json?q=storm+budget&limit=2`)
    const { items, next_url } = JSON.parse(feed.text) as {
      readonly items: readonly { readonly title: string; readonly date_published: string }[]
      readonly next_url?: string
    }
    const page = await search('storm budget', '&limit=2')

    expect([page.relaxed, page.hasMore]).toEqual([true, true])
    expect(items.map(({ title }) => title).toSorted()).toEqual(
      page.items.map((item) => item['title'] as string).toSorted(),
    )
    const times = items.map(({ date_published }) => date_published)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(next_url).toBeUndefined()
  })

  it('finds only items with all the words where that is asked for, in feeds too', async () => {
    const page = await search('storm budget', '&match=all')
    const feed = await ask(`${api.base}/feed/rss?q=storm+budget&match=all`)

    expect(page).toMatchObject({ total: 0, relaxed: false, query: { q: 'storm budget', match: 'all' } })
    expect(feed.text).not.toContain('<item>')
    expect((await search('storm rome', '&match=all')).total).toBe(1)
    expect((await ask(`${api.base}/api/search?q=storm&match=any`)).status).toBe(400)
  })

  it.each([
    ['title:-calm storms', ['Storm over Rome']],
    ['storm NOT rome', ['Calm seas']],
    ['title:rome,calm', ['Calm seas', 'Storm over Rome']],
    ['lang:JA 博物館', ['新しい博物館が開館']],
    ['lang:zh-CN 利率', ['央行下调利率']],
    ['storm lang:-en', []],
  ])('understands %s', async (q, titles) => {
    const page = await search(q)

    expect(page.items.map((item) => item['title'] as string).toSorted()).toEqual(titles.toSorted())
    expect(page.relaxed).toBe(false)
  })

  it('filters by names in any case, and by the language of a whole tag', async () => {
    const pages = await Promise.all(
      ['ja', 'JA', 'ja-JP'].map((tag) => askPage(`${api.base}/api/items?language=${tag}`)),
    )
    const without = await askPage(`${api.base}/api/items?language=-ja-JP`)

    expect(pages.map(({ total }) => total)).toEqual([1, 1, 1])
    expect(pages[2]?.query['language']).toEqual(['ja'])
    expect(without.total).toBe(ARTICLES.length - 1)
  })
})
