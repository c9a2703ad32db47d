import { describe, expect, it } from 'vitest'
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { fr } from './fr.ts'

/** Every text of a language that comes with a number, for a given one. */
function counted(words: Words, count: number): string[] {
  const { article, item, list, listen, search, sources, stats, visit } = words
  return [
    item.sources(count),
    item.items(count),
    item.points(count),
    item.comments(count),
    list.total(count),
    listen.total(count),
    visit.news(count, '07:40'),
    visit.countNew(count),
    search.total(count),
    sources.lead(count, count),
    article.wholeStory(count, count),
    stats.facts.visitsNote('0', count),
    stats.facts.items(count),
    stats.facts.stories(count),
    stats.facts.sources(count),
    stats.facts.merged(count),
  ]
}

describe('the words of the page', () => {
  it('have a singular for one', () => {
    const plurals = /\b(?:sources|reports|points|comments|articles|stories|visits|duplicates)\b/
    const german = /\b(?:Quellen|Berichte|Punkte|Kommentare|Themen|Abrufe|Duplikate)\b/

    expect(counted(en, 1).filter((text) => plurals.test(text))).toEqual([])
    expect(counted(de, 1).filter((text) => german.test(text))).toEqual([])
    const french = /\b(?:sources|articles|points|commentaires|sujets|visites|doublons)\b/
    for (const count of [0, 1]) expect(counted(fr, count).filter((text) => french.test(text))).toEqual([])
  })

  it('group the digits of large numbers as the language does', () => {
    expect([en, de, fr].map((words) => words.item.sources(1234))).toEqual([
      '1,234 sources',
      '1.234 Quellen',
      '1\u202F234 sources',
    ])
  })
})
