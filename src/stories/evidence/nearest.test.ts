import { describe, expect, it } from 'vitest'
import type { StoryItem } from '../../model/story.ts'
import { DAY_MS, HOUR_MS } from '../../model/time.ts'
import { Explainer } from './explainer.ts'
import { findNearest, type Nearest } from './nearest.ts'
import { reasonSentence } from './sentences.ts'
import { linkItems } from './story-links.ts'

let lastId = 0

function anItem(title: string, item: Partial<StoryItem> = {}): StoryItem {
  lastId += 1
  return {
    itemId: lastId,
    sourceId: `source-${lastId}`,
    publisher: `paper${lastId}.example`,
    url: `https://paper${lastId}.example/${lastId}`,
    title,
    summary: '',
    language: 'en',
    publishedAt: 20 * DAY_MS,
    firstSeenAt: 40 * DAY_MS,
    dated: true,
    ...item,
  }
}

function nearestOf(story: readonly StoryItem[], candidates: readonly StoryItem[]): Nearest | undefined {
  const explainer = new Explainer()
  const items = explainer.read(story)
  linkItems(explainer, items)
  return findNearest(explainer, items, explainer.read(candidates))
}

/** The reasons why one item was not joined to another, by kind. */
function reasonsOf(item: StoryItem, candidate: StoryItem) {
  const reasons = nearestOf([item], [candidate])?.reasons ?? []
  return Object.fromEntries(reasons.map(({ kind, words, otherWords }) => [kind, { words, otherWords }]))
}

const RATES = 'Bank of Japan raises rates to 1 % after a decade'

describe('the nearest item of another story', () => {
  it('is the one that most probably tells the same', () => {
    const near = anItem('Bank of Japan meets in Tokyo')

    const nearest = nearestOf(
      [anItem(RATES)],
      [anItem('Strike of bakers in Japan'), near, anItem('Chess in Oslo')],
    )

    expect(nearest?.itemId).toBe(near.itemId)
    expect(nearest?.words[0]?.text).toBe('Bank of Japan')
  })

  it('says with which item of the story it was compared', () => {
    const story = [anItem(RATES), anItem('Yen jumps as Ueda speaks on Bank of Japan rates')]

    const nearest = nearestOf(story, [anItem('Ueda speaks of yen in Osaka')])

    expect(nearest?.comparedWithId).toBe(story[1]?.itemId)
  })

  it('is one that could have been joined, before one that is more than four days apart', () => {
    const near = anItem('Bank of Japan raises rates, and who pays')

    const nearest = nearestOf([anItem(RATES)], [anItem(RATES, { publishedAt: 26 * DAY_MS }), near])

    expect(nearest?.itemId).toBe(near.itemId)
  })

  it.each([
    ['there is none', []],
    ['none shares a word', [anItem('Chess in Oslo')]],
    ['only words are shared that say nothing', [anItem('After the rain to a tea of and')]],
    ['none has the language', [anItem(RATES, { language: 'de' })]],
  ])('is nothing if %s', (_, candidates) => {
    expect(nearestOf([anItem(RATES)], candidates)).toBeUndefined()
  })

  it('is found for a story of 200 items', () => {
    const story = Array.from({ length: 200 }, (_, n) =>
      anItem(`Quake in Lima: Peru counts ${n} dead`, { publishedAt: 20 * DAY_MS + n * HOUR_MS }),
    )

    expect(nearestOf(story, [anItem('Peru plays in Lima')])?.words.map(({ text }) => text)).toContain('Lima')
  })
})

describe('why it was not joined', () => {
  it('is that hardly a word is shared, and which', () => {
    const reasons = reasonsOf(anItem(RATES), anItem('Strike of bakers in Japan'))

    expect(reasons['fewWords']).toEqual({ words: ['Japan'], otherWords: [] })
    expect(reasons['otherWords']?.words).toContain('Bank')
    expect(reasons['otherWords']?.otherWords).toContain('bakers')
    expect(reasons['unsure']).toBeDefined()
  })

  it.each([
    ['zh', '日本银行加息至1%', '地震袭击日本北部', ['日本'], ['银行加息至1%']],
    ['de', 'Bank von Japan hebt Zinsen', 'Erdbeben in Japan', ['Japan'], ['hebt', 'Zinsen', 'Bank']],
  ])('names the words of %s', (language, title, other, shared, own) => {
    const reasons = reasonsOf(anItem(title, { language }), anItem(other, { language }))

    expect(reasons['fewWords']?.words).toEqual(shared)
    expect(reasons['otherWords']?.words.toSorted()).toEqual(own.toSorted())
  })

  it('is that more than four days lie between, whatever the words', () => {
    const reasons = reasonsOf(anItem(RATES), anItem(RATES, { publishedAt: 25 * DAY_MS }))

    expect(Object.keys(reasons)[0]).toBe('daysApart')
    expect(reasons).not.toHaveProperty('fewWords')
  })

  it('is not the time of an item of unknown age', () => {
    const reasons = reasonsOf(
      anItem(RATES),
      anItem('Japan and its bank', { publishedAt: 22 * DAY_MS, dated: false }),
    )

    expect(reasons).not.toHaveProperty('hoursApart')
  })

  it('is that both titles name columns', () => {
    const column = (day: number) =>
      anItem('Morning briefing from Tokyo', {
        sourceId: 'column',
        publisher: 'column.example',
        publishedAt: day * DAY_MS,
      })

    const nearest = nearestOf([column(20)], [column(21)])

    expect(nearest?.reasons.map(({ kind }) => kind)).toContain('columns')
  })

  it('is that the numbers differ, with the numbers', () => {
    const of = { sourceId: 'code', publisher: 'code.example' }

    const reasons = reasonsOf(
      anItem('Daily Source Code 646', of),
      anItem('Daily Source Code 647', { ...of, publishedAt: 21 * DAY_MS }),
    )

    expect(reasons['otherNumbers']).toEqual({ words: ['646'], otherWords: ['647'] })
    expect(reasons).toHaveProperty('samePublisher')
  })

  it('is said even if the two are alike enough', () => {
    expect(reasonsOf(anItem(RATES), anItem(RATES))).toEqual({ others: { words: [], otherWords: [] } })
  })
})

describe('the sentence of a reason', () => {
  it.each([
    ['daysApart', [], [], 'They are 5 days apart; more than four days make two stories.'],
    ['columns', [], [], 'Both titles name columns, which their sources use again and again.'],
    ['fewWords', ['Japan'], [], 'They have little in common: Japan.'],
    ['otherWords', ['Ueda', 'yen'], ['Fed'], 'Only this story names Ueda and yen. Only the other names Fed.'],
    ['otherWords', [], ['Fed'], 'Only the other names Fed.'],
    ['otherNumbers', ['1 %'], ['2 %', '3 %'], 'Their numbers differ: 1 % here, 2 % and 3 % there.'],
    ['hoursApart', [], [], 'They are 5 days apart.'],
    ['samePublisher', [], [], 'Both are from one source or publisher, which seldom reports an event twice.'],
    ['unsure', [], [], 'The chance that they report one event is 23 %; a join takes about 50 %.'],
  ] as const)('of %s', (kind, words, otherWords, sentence) => {
    expect(reasonSentence({ kind, words, otherWords }, { hoursApart: 120, chance: 0.23 })).toBe(sentence)
  })
})
