import { describe, expect, it } from 'vitest'
import type { Article, Item } from '../../model/item.ts'
import type { Rule, RuleAction, RuleCondition } from '../../model/rule.ts'
import { ORDINARY } from '../../model/score.ts'
import { planItem } from './apply-rules.ts'
import { compileRule } from './compile-rule.ts'

const ALWAYS: RuleCondition = { kind: 'all', of: [] }
const rule = (action: RuleAction, when: RuleCondition = ALWAYS): Rule => ({ label: 'rule', when, action })
const compiled = (...actions: readonly RuleAction[]) => actions.map((action) => compileRule(rule(action)))
const words = (text: string) => ({ kind: 'words', words: text }) as const

function anArticle(over: Partial<Item> = {}): Article {
  return {
    item: {
      id: 1,
      url: 'https://paper.example/a',
      title: 'Ferry runs again',
      summary: '',
      author: null,
      source: 'paper',
      sourceName: 'Paper',
      alsoIn: [],
      category: 'general',
      region: null,
      language: 'en',
      tags: [],
      publishedAt: 0,
      firstSeenAt: 0,
      updatedAt: null,
      imageUrl: null,
      commentsUrl: null,
      enclosures: [],
      engagement: null,
      wordCount: 0,
      readingMinutes: 0,
      score: 20,
      story: { id: 1, itemCount: 1, sourceCount: 1 },
      ...over,
    },
    contentHtml: '',
    contentText: '',
    sightings: [],
    scoreParts: ORDINARY,
    rankedAt: 0,
    hot: 0,
  }
}

describe('what rules want of a stored item', () => {
  it('is nothing where all is as they would have it', () => {
    const rules = compiled({ category: 'general', tags: [], weight: 1 })

    expect(planItem(rules, [], anArticle())).toEqual({
      kind: 'keep',
      changes: {},
      weight: undefined,
      held: ['rule'],
    })
  })

  it('is what differs, and no more', () => {
    const rules = compiled({ category: 'general', region: 'gb', addTags: ['Boats'], weight: 2 })

    expect(planItem(rules, [], anArticle())).toMatchObject({
      kind: 'keep',
      changes: { region: 'gb', tags: ['Boats'] },
      weight: 2,
    })
  })

  it('is its end where a rule drops it, unless another source that carries it would have it', () => {
    const drops = compiled({ verdict: 'drop' })

    expect(planItem(drops, [], anArticle())).toEqual({ kind: 'drop', by: 'rule' })
    expect(planItem(drops, [{ sourceId: 'hn', rules: drops }], anArticle())).toMatchObject({
      kind: 'drop',
    })
    expect(planItem(drops, [{ sourceId: 'hn', rules: [] }], anArticle())).toMatchObject({
      kind: 'keep',
      changes: {},
    })
  })

  it('is no rewrite that would go on and on', () => {
    const onAndOn = compiled({
      title: { replace: words('Ferry'), by: 'The Ferry' },
      url: { replace: words('paper.example'), by: 'www.paper.example' },
    })
    const once = compiled({ title: { replace: words('Ferry'), by: 'Boat' } })

    expect(planItem(onAndOn, [], anArticle())).toMatchObject({ kind: 'keep', changes: {} })
    expect(planItem(once, [], anArticle())).toMatchObject({ changes: { title: 'Boat runs again' } })
  })
})
