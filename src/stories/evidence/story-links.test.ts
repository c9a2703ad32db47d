import { describe, expect, it } from 'vitest'
import type { StoryItem } from '../../model/story.ts'
import { DAY_MS, HOUR_MS } from '../../model/time.ts'
import { Explainer } from './explainer.ts'
import { evidenceSentence } from './sentences.ts'
import { linkItems, type StoryLink } from './story-links.ts'

function anItem(itemId: number, title: string, item: Partial<StoryItem> = {}): StoryItem {
  return {
    itemId,
    sourceId: `source-${itemId}`,
    publisher: `paper${itemId}.example`,
    url: `https://paper${itemId}.example/${itemId}`,
    title,
    summary: '',
    language: 'en',
    publishedAt: itemId * HOUR_MS,
    firstSeenAt: 10 * DAY_MS,
    dated: true,
    ...item,
  }
}

function linksOf(items: readonly StoryItem[]): (StoryLink | undefined)[] {
  const explainer = new Explainer()
  return linkItems(explainer, explainer.read(items))
}

/** The evidence between two items, as the later one writes it. */
function textsOf(earlier: string, later: string, item: Partial<StoryItem> = {}): string[] {
  const [, link] = linksOf([anItem(1, earlier, item), anItem(2, later, item)])
  return link?.words.map(({ text }) => text).toSorted() ?? []
}

describe('what joins two items', () => {
  it.each([
    [
      'a name of several words',
      'Bank of Japan raises rates to 1 %',
      'Markets calm as the Bank of Japan goes to 1 %',
      ['1 %', 'Bank of Japan'],
    ],
    [
      'words that stand apart in one of both',
      'Bank of Japan raises rates',
      'Japan: how a bank thinks',
      ['Japan', 'bank'],
    ],
    ['a number with its name', 'Apple shows iPhone 17', 'The iPhone 17 is here', ['iPhone 17']],
    ['an amount', '$5 million for Tonga', 'Tonga gets $5 million', ['$5 million', 'Tonga']],
    ['one amount in two spellings', 'Tonga evacuates 71,000', 'Tonga moves 71K people', ['71K', 'Tonga']],
    [
      'a number and what it counts',
      'Storm: 3 killed in Lagos',
      'Lagos storm leaves 3 killed',
      ['3 killed', 'Lagos', 'storm'],
    ],
    [
      'an inflection',
      'Volcano erupts on Tonga',
      'Tonga: volcanic eruption goes on',
      ['Tonga', 'volcanic eruption'],
    ],
    [
      'names in a headline of capitals',
      'RED CROSS ENTERS GAZA',
      'Gaza: the Red Cross is in',
      ['Gaza', 'Red Cross'],
    ],
  ])('is %s', (_, earlier, later, words) => {
    expect(textsOf(earlier, later)).toEqual(words.toSorted())
  })

  it.each([
    [
      'de',
      'Bank von Japan hebt Zinsen auf 1 Prozent',
      'Yen fällt: Bank von Japan bei 1 Prozent',
      ['1 Prozent', 'Bank von Japan'],
    ],
    [
      'fr',
      'La Banque de France baisse son taux',
      'Taux : la Banque de France surprend',
      ['Banque de France', 'Taux'],
    ],
    ['zh', '日本银行加息至1%', '市场平静：日本银行加息', ['日本银行加息']],
    ['zh', '苹果发布iPhone新机', '新机来了：苹果公司', ['新机', '苹果']],
    ['ja', '東京で大きな地震', '東京の地震、被害なし', ['地震', '東京']],
    ['ja', 'クリスマスに東京で雪', '東京のクリスマス', ['クリスマス', '東京']],
    ['ko', '한국은행 금리 인상', '한국은행 금리 동결', ['금리', '한국은행']],
  ])('is read in %s', (language, earlier, later, words) => {
    expect(textsOf(earlier, later, { language })).toEqual(words.toSorted())
  })

  it('names where the words stand, and what share of the similarity they have', () => {
    const [, link] = linksOf([
      anItem(1, 'Ferry aground', { summary: 'Ninety passengers from Morrenstadt were rescued.' }),
      anItem(2, 'Ferry refloated', {
        summary: 'All passengers are safe.',
        url: 'https://paper.example/2/morrenstadt-harbour-open-again',
      }),
    ])

    const places = Object.fromEntries(link?.words.map(({ text, where }) => [text, where]) ?? [])
    expect(places).toEqual({ Ferry: 'title', passengers: 'summary', Morrenstadt: 'address' })
    expect(link?.words.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 1)
    expect(link?.words[0]?.text).toBe('Ferry')
  })

  it('is nothing in titles that say nothing', () => {
    const items = ['', '🌊🌊', '!', 'a', 'x'.repeat(100_000)].map((title, at) => anItem(at + 1, title))

    expect(linksOf(items).slice(1)).toMatchObject(
      items.slice(1).map(() => ({ similarity: 0, words: [], chance: 0 })),
    )
  })

  it('is not a word that stands in every text', () => {
    expect(textsOf('The state of the art', 'The end of the line')).toEqual([])
  })
})

describe('the links of a story', () => {
  it('are none for the first item, and of a story of one', () => {
    expect(linksOf([anItem(1, 'Ferry runs aground off Morrenstadt')])).toEqual([undefined])
  })

  it('lead to the earlier item that most probably tells the same', () => {
    const links = linksOf([
      anItem(1, 'Ferry runs aground off Morrenstadt'),
      anItem(2, 'Harbor master of Morrenstadt resigns'),
      anItem(4, 'Morrenstadt ferry running late after the grounding'),
    ])

    expect(links[1]?.itemId).toBe(1)
    expect(links[2]).toMatchObject({ itemId: 1, hoursApart: 3 })
  })

  it('lead, of two that are equally like an item, to the later', () => {
    const links = linksOf([1, 2, 3].map((id) => anItem(id, 'Ferry runs aground')))

    expect(links[2]).toMatchObject({ itemId: 2, similarity: 1, isSameTitle: true })
  })

  it('lead to the previous item where no earlier one shares two words', () => {
    const links = linksOf([anItem(1, 'Ferry aground'), anItem(2, 'Inquiry begins')])

    expect(links[1]).toMatchObject({ itemId: 1, similarity: 0, words: [] })
  })

  it('explain each of 200 items', () => {
    const links = linksOf(
      Array.from({ length: 200 }, (_, n) =>
        anItem(n + 1, `Quake in Lima, report ${n + 1}: Peru counts the dead`),
      ),
    )

    expect(links.slice(1).every((link) => link?.words.some(({ text }) => text.includes('Lima')))).toBe(true)
  })
})

describe('the sentence', () => {
  it.each([
    [{}, 'Both name Bank of Japan and 1 %; 3 h apart.'],
    [{ publisher: 'paper1.example' }, 'Both name Bank of Japan and 1 %; one publisher; 3 h apart.'],
    [{ dated: false }, 'Both name Bank of Japan and 1 %; the age of one is unknown.'],
    [{ publishedAt: HOUR_MS }, 'Both name Bank of Japan and 1 %; at the same time.'],
    [{ publishedAt: 1.5 * HOUR_MS }, 'Both name Bank of Japan and 1 %; 30 min apart.'],
    [{ publishedAt: 73 * HOUR_MS }, 'Both name Bank of Japan and 1 %; 3 days apart.'],
    [{ title: 'Bank of Japan now at 1 %' }, 'Both have the same title; 3 h apart.'],
    [{ title: 'Strike in Lima' }, 'No word in common; 3 h apart.'],
  ])('says what both have (%o)', (later, sentence) => {
    const [, link] = linksOf([
      anItem(1, 'Bank of Japan now at 1 %'),
      anItem(4, 'Stocks calm as the Bank of Japan goes to 1 %', later),
    ])

    expect(link && evidenceSentence(link)).toBe(sentence)
  })
})
