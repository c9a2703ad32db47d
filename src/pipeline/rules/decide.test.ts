import { describe, expect, it } from 'vitest'
import type { Rule, RuleAction, RuleCondition, RuleField } from '../../model/rule.ts'
import { compileRule } from './compile-rule.ts'
import { type Decision, decideByRules, rewriteUrl } from './decide.ts'
import { ruleFacts, type RuleSubject } from './rule-facts.ts'

const SUBJECT: RuleSubject = {
  sourceId: 'paper',
  title: 'Ferry Zürich: the Great Crossing',
  summary: 'A short summary',
  contentText: 'The whole text of it, sponsored by nobody.',
  author: 'Ann Ström',
  url: 'https://paper.example/Sport/ferry?id=1',
  tags: ['Water Sports', 'City'],
  language: 'en',
}

const words = (field: RuleField, ...texts: string[]): RuleCondition => ({
  kind: 'field',
  field,
  anyOf: texts.map((text) => ({ kind: 'words', words: text })),
})
const pattern = (field: RuleField, text: string, ignoresCase = false): RuleCondition => ({
  kind: 'field',
  field,
  anyOf: [{ kind: 'pattern', pattern: text, ignoresCase }],
})
const ALWAYS: RuleCondition = { kind: 'all', of: [] }

let rules = 0
const rule = (when: RuleCondition, action: RuleAction): Rule => ({ label: `rules[${rules++}]`, when, action })
const decide = (list: readonly Rule[], over: Partial<RuleSubject> = {}): Decision =>
  decideByRules(list.map(compileRule), { ...SUBJECT, ...over })
const holds = (when: RuleCondition, over: Partial<RuleSubject> = {}): boolean =>
  decide([rule(when, { verdict: 'drop' })], over).kind === 'drop'
const changes = (list: readonly Rule[], over: Partial<RuleSubject> = {}): unknown => {
  const decision = decide(list, over)
  return decision.kind === 'keep' ? decision.changes : 'dropped'
}

describe('conditions', () => {
  it.each([
    ['a word, case aside', words('title', 'ferry'), true],
    ['a phrase', words('title', 'great crossing'), true],
    ['a word without its accent', words('title', 'zurich'), true],
    ['a word with punctuation after it', words('title', 'Zürich'), true],
    ['a part of a word', words('title', 'cross'), false],
    ['the beginning of a word', words('title', 'cross*'), true],
    ['words in another order', words('title', 'crossing great'), false],
    ['one of several', words('title', 'tram', 'ferry'), true],
    ['a word of the text', words('content', 'sponsored'), true],
    ['a word of the summary', words('content', 'short summary'), true],
    ['a name', words('author', 'strom'), true],
    ['a part of an address', words('url', '/sport/'), true],
    ['a whole tag', words('tags', 'water sports'), true],
    ['a part of a tag', words('tags', 'water'), false],
    ['a language', words('language', 'en'), true],
    ['a source', words('source', 'paper'), true],
    ['a pattern', pattern('title', '^Ferry .*Crossing$'), true],
    ['a pattern in another case', pattern('title', '^ferry'), false],
    ['a pattern, case aside', pattern('title', '^ferry', true), true],
    ['a pattern of an address', pattern('url', '[?&]id=\\d+$'), true],
    ['nothing in particular', ALWAYS, true],
    ['what is not so', { kind: 'not', of: words('title', 'tram') }, true],
    ['all of several', { kind: 'all', of: [words('title', 'ferry'), words('tags', 'tram')] }, false],
    ['any of several', { kind: 'any', of: [words('title', 'tram'), words('tags', 'city')] }, true],
    ['any of none', { kind: 'any', of: [] }, false],
  ] as const)('hold for %s: %j is %s', (_, condition, expected) => {
    expect(holds(condition)).toBe(expected)
  })

  it('find words in scripts without spaces', () => {
    expect(holds(words('title', '地震'), { title: '东京发生地震' })).toBe(true)
    expect(holds(words('title', '東京'), { title: 'ABC東京タワー' })).toBe(true)
    expect(holds(words('title', 'ABC'), { title: 'ABC東京タワー' })).toBe(true)
  })

  it('find nothing in what is not there', () => {
    expect(holds(words('author', 'ann'), { author: null })).toBe(false)
    expect(holds(pattern('tags', '.*'), { tags: [] })).toBe(false)
    expect(holds(words('language', 'unknown'), { language: null })).toBe(true)
  })

  it('look no further than the beginning of a very long text', () => {
    const contentText = `${'x '.repeat(50_000)}needle`

    expect(holds(words('content', 'needle'), { contentText })).toBe(false)
  })
})

describe('rules together', () => {
  it('drop with the first that says so', () => {
    const decision = decide([
      rule(words('title', 'ferry'), { category: 'water' }),
      { ...rule(words('title', 'ferry'), { verdict: 'drop' }), label: 'mine' },
    ])

    expect(decision).toEqual({ kind: 'drop', by: 'mine' })
  })

  it('keep what an earlier rule keeps', () => {
    const decision = decide([
      rule(words('title', 'ferry'), { verdict: 'keep' }),
      rule(ALWAYS, { verdict: 'drop' }),
      rule(ALWAYS, { category: 'water' }),
    ])

    expect(decision).toMatchObject({ kind: 'keep', changes: { category: 'water' } })
  })

  it('let the first decide of each thing, and add tags up', () => {
    const found = changes([
      rule(ALWAYS, { category: 'one', addTags: ['New'] }),
      rule(ALWAYS, { category: 'two', region: 'gb', addTags: ['new', 'Newer'] }),
    ])

    expect(found).toEqual({ category: 'one', region: 'gb', tags: ['Water Sports', 'City', 'New', 'Newer'] })
  })

  it('put tags in place of those that there are, once each', () => {
    expect(changes([rule(ALWAYS, { tags: ['A'] }), rule(ALWAYS, { addTags: ['a', 'B'] })])).toEqual({
      tags: ['A', 'B'],
    })
  })

  it('keep the tags that they add where there are too many', () => {
    const tags = Array.from({ length: 20 }, (_, index) => `t${index}`)

    const found = changes([rule(ALWAYS, { addTags: ['mine'] })], { tags })

    expect(found).toMatchObject({ tags: [...tags.slice(0, 19), 'mine'] })
  })

  it('look at the entry as it came, whatever they have changed', () => {
    const found = changes([
      rule(ALWAYS, { title: { replace: { kind: 'words', words: 'Ferry' }, by: 'Boat' } }),
      rule(words('title', 'ferry'), { category: 'water' }),
    ])

    expect(found).toMatchObject({ title: 'Boat Zürich: the Great Crossing', category: 'water' })
  })

  it('give the weight that the first of them sets', () => {
    expect(decide([rule(ALWAYS, { weight: 2 }), rule(ALWAYS, { weight: 3 })])).toMatchObject({ weight: 2 })
    expect(decide([])).toEqual({ kind: 'keep', changes: {}, weight: undefined, held: [] })
  })
})

describe('rewrites', () => {
  const retitled = (replace: string, by: string, over: Partial<RuleSubject> = {}): unknown =>
    changes(
      [
        rule(ALWAYS, {
          title: { replace: { kind: 'pattern', pattern: replace, ignoresCase: false }, by },
        }),
      ],
      over,
    )

  it.each([
    ['^Ferry (\\S+):', '$1 Ferry:', 'Zürich Ferry: the Great Crossing'],
    ['(\\w+) Crossing', '[$&] $$1', 'Ferry Zürich: the [Great Crossing] $1'],
    ['e', '$9', 'Frry Zürich: th Grat Crossing'],
    ['x*', '', 'Ferry Zürich: the Great Crossing'],
  ])('%s by %s', (replace, by, title) => {
    const expected = title === SUBJECT.title ? {} : { title }

    expect(retitled(replace, by)).toMatchObject(expected)
  })

  it('leave a title that would be empty as it is', () => {
    expect(retitled('.*', '')).toEqual({})
  })

  it('make one line of harmless text', () => {
    expect(retitled('Ferry', '<img src=x onerror=alert(1)>\n')).toMatchObject({
      title: '< img src=x onerror=alert(1)> Zürich: the Great Crossing',
    })
  })

  it('give an address only where it is one', () => {
    const compiled = (by: string) => [
      compileRule(
        rule(words('title', 'ferry'), {
          url: { replace: { kind: 'words', words: 'https://paper.example' }, by },
        }),
      ),
    ]
    const facts = () => ruleFacts(SUBJECT)

    expect(rewriteUrl(compiled('https://m.paper.example'), SUBJECT.url, facts)).toBe(
      'https://m.paper.example/Sport/ferry?id=1',
    )
    expect(rewriteUrl(compiled('javascript:alert(1)//'), SUBJECT.url, facts)).toBe(SUBJECT.url)
    expect(rewriteUrl(compiled(''), SUBJECT.url, facts)).toBe(SUBJECT.url)
  })
})
