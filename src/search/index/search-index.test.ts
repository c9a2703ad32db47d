import { describe, expect, it } from 'vitest'
import { aDocument, find, indexOf, node, NOW, REQUEST } from '../../../test/search/an-index.ts'
import { HOUR_MS } from '../../model/time.ts'
import type { SearchRequest } from '../request.ts'
import { bodyTexts } from './fields.ts'
import { SearchIndex } from './search-index.ts'

describe('SearchIndex finds', () => {
  it.each([
    ['the forms of a word', 'run', ['He was running', 'She runs', 'A runner up'], [1, 2]],
    ['without accents or case', 'elysee', ['Élysée', 'ELYSEE palace', 'elm'], [1, 2]],
    ['a phrase', '"storm over rome"', ['storm over Rome', 'Rome storm over', 'storm all over Rome'], [1]],
    ['the start of a word', 'clim*', ['climate', 'climbing', 'acclimate'], [1, 2]],
    ['either of two', 'storm OR flood', ['storm', 'flood', 'fire'], [1, 2]],
    ['one without another', 'storm -flood', ['storm', 'storm flood', 'flood'], [1]],
    ['one without a phrase', 'storm -"storm flood"', ['storm flood', 'flood storm'], [2]],
    ['an alternative within all', '(storm OR flood) rome', ['storm rome', 'flood rome', 'rome'], [1, 2]],
    ['Japanese within a sentence', '博物館', ['新しい博物館が開館', '博物の館', '図書館'], [1]],
    ['one Japanese character', '館', ['新しい博物館が開館', '図書', '図書館'], [1, 3]],
    ['Korean before a particle', '한국', ['한국은 좋다', '중국'], [1]],
    ['Thai', 'ไทย', ['นายกรัฐมนตรีไทย', 'ญี่ปุ่น'], [1]],
    ['words with signs', 'c++', ['a C++ compiler', 'a C compiler', 'C++20 is out'], [1, 3]],
    ['emoji', '🚀', ['launch 🚀', 'launch'], [1]],
  ])('%s', async (_, query, titles, ids) => {
    const index = indexOf(...titles.map((title, i) => aDocument(i + 1, { title })))

    expect((await find(index, query)).sort((a, b) => a - b)).toEqual(ids)
  })

  it('words of one language apart from those of another', async () => {
    const index = indexOf(
      aDocument(1, { title: 'die Banane', language: 'de' }),
      aDocument(2, { title: 'die Melone', language: 'de' }),
      aDocument(3, { title: 'the patient dies', language: 'en' }),
    )

    expect(await find(index, 'dies')).toEqual([3])
    expect(await find(index, 'dying')).toEqual([3])
  })

  it('Serbian in either alphabet', async () => {
    const index = indexOf(
      aDocument(1, { title: 'Избори у Београду', language: 'sr' }),
      aDocument(2, { title: 'Izbori u Beogradu', language: 'sr' }),
      aDocument(3, { title: 'Izbori u Zagrebu', language: 'hr' }),
    )

    expect((await find(index, 'beograd')).sort((a, b) => a - b)).toEqual([1, 2])
    expect((await find(index, 'Београд')).sort((a, b) => a - b)).toEqual([1, 2])
  })

  it('in the title alone where asked for', async () => {
    const index = indexOf(aDocument(1, { title: 'storm' }), aDocument(2, { summary: 'storm' }))

    expect(await find(index, 'title:storm')).toEqual([1])
  })

  it('in titles of a hundred words as in short ones', async () => {
    const title = `${'word '.repeat(100)}storm flood`
    const index = indexOf(aDocument(1, { title, summary: 'flood storm' }))

    expect(await find(index, 'title:"storm flood"')).toEqual([1])
    expect(await find(index, 'title:"flood storm"')).toEqual([])
  })

  it('authors, labels and sites', async () => {
    const index = indexOf(
      aDocument(1, {
        author: 'Ada Storm',
        labels: ['Open Science', 'Data'],
        url: 'https://www.news.example.org/x',
      }),
      aDocument(2, { title: 'Ada and open data' }),
    )

    expect(await find(index, 'author:ada')).toEqual([1])
    expect(await find(index, '"open science"')).toEqual([1])
    expect(await find(index, 'site:example.org')).toEqual([1])
    expect(await find(index, 'site:news.example.org storm')).toEqual([1])
    expect((await index.search(node('site:ample.org'), REQUEST)).total).toBe(0)
  })

  it.each([
    ['site:bücher.example', 1],
    ['site:BÜCHER.example', 1],
    ['site:xn--bcher-kva.example', 1],
    ['site:bücher*', 1],
    ['site:https://bücher.example/a?b', 1],
    ['site:m.news.example.org', 2],
    ['site:www.example.org', 2],
    ['site:news*', 2],
    ['site:127.0.0.1:8080', 3],
    ['site:127.0.0.1', 3],
  ])('a site by any of its names: %s', async (query, id) => {
    const index = indexOf(
      aDocument(1, { url: 'https://xn--bcher-kva.example/a' }),
      aDocument(2, { url: 'https://www.news.example.org/x' }),
      aDocument(3, { url: 'http://127.0.0.1:8080/feed' }),
    )

    expect(await find(index, query)).toEqual([id])
  })

  it('no phrase that reaches from one field or label into the next', async () => {
    const index = indexOf(aDocument(1, { title: 'one two', summary: 'three four', labels: ['five', 'six'] }))

    for (const query of ['"two three"', '"five six"', '"four five"']) {
      expect(await find(index, query)).toEqual([])
    }
  })

  it('a phrase across the end of the summary, where the content goes on', async () => {
    const content = 'The storm came over Rome in the night'
    const index = indexOf(aDocument(1, { summary: 'The storm came…', content }))

    const found = await index.search(node('"came over"'), REQUEST)

    expect([found.total, found.relaxed]).toEqual([1, undefined])
  })

  it('a summary once, where only the text separates its paragraphs', () => {
    const content = '昨夜暴风袭击港口。\n\n渡轮停航三天。港口关闭。'

    expect(bodyTexts(aDocument(1, { summary: '昨夜暴风袭击港口。渡轮停航…', content }), 100)).toEqual([
      content,
    ])
  })

  it('the best of any words where no document has them all, and says so', async () => {
    const index = indexOf(
      aDocument(1, { title: 'storm' }),
      aDocument(2, { title: 'storm flood' }),
      aDocument(3, { title: 'calm' }),
    )

    const found = await index.search(node('storm flood fire'), REQUEST)

    expect(found.hits.map((hit) => hit.id)).toEqual([2, 1])
    expect(found).toMatchObject({ total: 2, relaxed: true })
  })
})

describe('A sentence as a query', () => {
  const sentence = 'government takes over failed bank after long night'
  const index = indexOf(
    aDocument(1, { title: 'Weather', content: `${sentence} ${'and other words '.repeat(60)}` }),
    aDocument(2, { title: 'Failed bank taken over by government', summary: 'It took a long night.' }),
    aDocument(3, { title: 'Sports' }),
  )

  it('is answered by what tells the same, not only by what has all of its words', async () => {
    const found = await index.search(node(sentence), REQUEST)

    expect(found.relaxed).toBe(true)
    expect(found.hits.map((hit) => hit.id)).toEqual(expect.arrayContaining([1, 2]))
  })

  it('is answered as it stands where it is short, quoted, or in another order than by worth', async () => {
    const [short, quoted] = ['government failed bank', `"${sentence}"`]

    expect((await index.search(node(short), REQUEST)).relaxed).toBeUndefined()
    expect((await index.search(node(quoted), REQUEST)).relaxed).toBeUndefined()
    expect((await index.search(node(sentence), { ...REQUEST, orderBy: (id) => id })).relaxed).toBeUndefined()
  })
})

describe('SearchIndex leaps over what cannot come among the best', () => {
  const EVERYTHING = { limit: 10_000, offset: 0, after: undefined }

  it.each([
    'storm',
    'storms',
    'storm calm',
    'storm OR flood',
    'st*',
    's* calm',
    '"storm warning"',
    'storm -calm',
    'storm -"calm flood"',
    'title:storm',
    'title:storm* warning',
    '(storm OR flood) warning',
    '(storm OR "calm flood") -warning',
    'storm OR flood OR quiet OR so',
    'stern* OR "calm flood" OR storms OR so',
    '-storm calm',
    '-storm',
    '-(storm calm) -quiet',
    'flood OR -storm',
    'warning (calm OR -"storm flood")',
  ])('and finds and counts the same as by looking at all: %s', async (query) => {
    const words = ['storm', 'storms', 'calm', 'flood', 'warning', 'stern', 'quiet']
    const textOf = (i: number, salt: number) =>
      [3, 5, 11].map((step) => words[((i * step + salt) * 7_919) % (words.length + step)] ?? 'so').join(' ')
    const index = new SearchIndex()
    for (const [from, age] of [
      [0, 2_000],
      [2_500, 0],
    ] as const) {
      index.put(
        Array.from({ length: 2_500 }, (_, i) =>
          aDocument(from + i + 1, {
            title: textOf(i, from + 1),
            summary: textOf(i, from + 2),
            publishedAt: NOW - (age + ((i * 37) % 900)) * HOUR_MS,
            coverage: 1 + (i % 32),
          }),
        ),
      )
    }
    index.remove(Array.from({ length: 400 }, (_, i) => i * 13))
    index.put([aDocument(5, { title: 'storm calm warning', coverage: 32, publishedAt: NOW })])

    for (const filter of [{}, { accepts: () => true }, { accepts: (id: number) => id % 3 !== 0 }]) {
      const all = await index.search(node(query), { ...REQUEST, window: EVERYTHING, ...filter })
      const few = await index.search(node(query), {
        ...REQUEST,
        window: { ...EVERYTHING, limit: 7, offset: 3 },
        ...filter,
      })

      expect(all.total).toBeGreaterThan(50)
      expect(few.total).toBe(all.total)
      expect(few.hits).toEqual(all.hits.slice(3, 10))
    }
  })
})

describe('SearchIndex without counting', () => {
  it('gives the best hits of a small index as if it counted', async () => {
    const documents = Array.from({ length: 900 }, (_, i) =>
      aDocument(i + 1, {
        title: i % 3 === 0 ? 'storm flood' : 'calm storm',
        publishedAt: NOW - ((i * 37) % 500) * HOUR_MS,
      }),
    )
    const index = indexOf(...documents)
    const request = { ...REQUEST, window: { limit: 5, offset: 0, after: undefined } }

    for (const query of ['storm', '(flood OR calm) storm']) {
      const { hits } = await index.search(node(query), { ...request, uncounted: true })
      expect(hits).toEqual((await index.search(node(query), request)).hits)
    }
  })
})

describe('SearchIndex pages', () => {
  const documents = Array.from({ length: 60 }, (_, i) =>
    aDocument(i + 1, { title: `storm ${'x '.repeat(i % 7)}`, publishedAt: NOW - (i % 11) * HOUR_MS }),
  )
  const orders: [string, Partial<SearchRequest>][] = [
    ['relevance', {}],
    ['a value of each item', { orderBy: (id) => id % 5 }],
    ['stories', { storyOf: (id) => id % 13 }],
  ]

  it.each(orders)('by offset and by place alike, in the order of %s', async (_, request) => {
    const index = indexOf(...documents)
    const whole = await index.search(node('storm'), { ...REQUEST, ...request })

    const byOffset: number[] = []
    const byPosition: number[] = []
    let after: SearchRequest['window']['after']
    for (let offset = 0; offset < whole.total; offset += 7) {
      const first = await index.search(node('storm'), {
        ...REQUEST,
        ...request,
        window: { limit: 7, offset, after: undefined },
      })
      const second = await index.search(node('storm'), {
        ...REQUEST,
        ...request,
        window: { limit: 7, offset: 0, after },
      })
      expect([first.before, second.before, first.total]).toEqual([offset, offset, whole.total])
      byOffset.push(...first.hits.map((hit) => hit.id))
      byPosition.push(...second.hits.map((hit) => hit.id))
      after = second.next
    }

    expect(byOffset).toEqual(whole.hits.map((hit) => hit.id))
    expect(byPosition).toEqual(byOffset)
    expect(after).toBeUndefined()
  })

  it('only what is accepted, and counts only that', async () => {
    const index = indexOf(...documents)

    const found = await index.search(node('storm'), { ...REQUEST, accepts: (id) => id % 2 === 0 })

    expect(found.total).toBe(30)
    expect(found.hits.every((hit) => hit.id % 2 === 0)).toBe(true)
  })

  it('nothing beyond the end, however far', async () => {
    const index = indexOf(...documents)

    const found = await index.search(node('storm'), {
      ...REQUEST,
      window: { limit: 10, offset: 1e9, after: undefined },
    })

    expect(found).toMatchObject({ hits: [], total: 60, before: 60, next: undefined })
  })
})

describe('SearchIndex keeps up', () => {
  it('forgets what is removed and finds what is edited by its new words alone', async () => {
    const index = indexOf(aDocument(1, { title: 'storm' }), aDocument(2, { title: 'storm' }))

    index.remove([1])
    index.put([aDocument(2, { title: 'flood' })])

    expect((await index.search(node('storm'), REQUEST)).total).toBe(0)
    expect(await find(index, 'flood')).toEqual([2])
    expect(index.size).toBe(1)
  })

  it('has no segment of documents that were all removed while they were merged', () => {
    const index = indexOf()
    const ids = [1, 2, 3, 4, 5, 6, 7, 8]
    // Enough for a merge of several steps.
    const content = Array.from({ length: 1_000 }, (_, n) => `word${n}`).join(' ')
    for (const id of ids) index.put([aDocument(id, { content })])

    index.mergeStep()
    index.remove(ids)
    while (index.mergeStep());

    expect(index.segments).toEqual([])
  })

  it('takes in a new coverage without indexing anew', async () => {
    const index = indexOf(aDocument(1, { title: 'storm' }), aDocument(2, { title: 'storm' }))
    const { segments } = index

    index.put([aDocument(1, { title: 'storm', coverage: 16 })])

    expect(await find(index, 'storm')).toEqual([1, 2])
    expect(index.segments).toEqual(segments)
  })
})
