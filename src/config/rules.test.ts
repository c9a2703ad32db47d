import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { randomOf } from '../../test/random.ts'
import { createRuleBook } from '../pipeline/rules/compile-rule.ts'
import { decideByRules } from '../pipeline/rules/decide.ts'
import { checkSettings } from './files/settings-file.ts'
import { labelled } from './rules.ts'
import { allSettings } from './settings.ts'
import { errorsOf } from './validation-errors.ts'

const read = (yaml: string) => readRules(parse(yaml))

function readRules(written: unknown) {
  const raw = { rules: written }
  const { data, error } = allSettings.safeParse(raw)
  return { rules: labelled(data?.rules ?? [], ['rules']), errors: errorsOf(error?.issues ?? [], raw) }
}

describe('reading rules', () => {
  it('reads conditions and what to do', () => {
    const { rules, errors } = read(`
- name: no adverts
  when: { title: [sponsored, '/\\[ad\\]/i'], language: [en-GB, unknown] }
  then: drop
- when:
    any: [{ url: /sport/ }, { tags: 2024 }]
    not: { author: ann }
  then:
    category: Sport
    addTags: games
    weight: 0.5
    title: { replace: '/^Video: (.*)$/', with: $1 }
    url: { replace: '?utm' }
- { when: always, then: keep }
`)

    expect(errors).toEqual([])
    expect(rules).toEqual([
      {
        label: 'rules[0] (no adverts)',
        when: {
          kind: 'all',
          of: [
            {
              kind: 'field',
              field: 'title',
              anyOf: [
                { kind: 'words', words: 'sponsored' },
                { kind: 'pattern', pattern: '\\[ad\\]', ignoresCase: true },
              ],
            },
            {
              kind: 'field',
              field: 'language',
              anyOf: [
                { kind: 'words', words: 'en' },
                { kind: 'words', words: 'unknown' },
              ],
            },
          ],
        },
        action: { verdict: 'drop' },
      },
      {
        label: 'rules[1]',
        when: {
          kind: 'all',
          of: [
            {
              kind: 'any',
              of: [
                {
                  kind: 'field',
                  field: 'url',
                  anyOf: [{ kind: 'pattern', pattern: 'sport', ignoresCase: false }],
                },
                { kind: 'field', field: 'tags', anyOf: [{ kind: 'words', words: '2024' }] },
              ],
            },
            {
              kind: 'not',
              of: { kind: 'field', field: 'author', anyOf: [{ kind: 'words', words: 'ann' }] },
            },
          ],
        },
        action: {
          category: 'sport',
          addTags: ['games'],
          weight: 0.5,
          title: { replace: { kind: 'pattern', pattern: '^Video: (.*)$', ignoresCase: false }, by: '$1' },
          url: { replace: { kind: 'words', words: '?utm' }, by: '' },
        },
      },
      { label: 'rules[2]', when: { kind: 'all', of: [] }, action: { verdict: 'keep' } },
    ])
  })

  it.each([
    ['{ a: 1 }', "rules must be a list of rules, each after a '-', not a block"],
    ['- drop', "rules[0] must be a rule with 'when' and 'then', not 'drop'"],
    [
      '- { then: drop }',
      "rules[0].when is missing; it must be a block of conditions (title, content, author, url, tags, language, source, all, any, not) or 'always'",
    ],
    [
      '- { when: always }',
      "rules[0].then is missing; it must be 'keep', 'drop', or a block of what to set (category, region, tags, addTags, weight, title, url)",
    ],
    [
      '- { when: always, then: delete }',
      "rules[0].then must be 'keep', 'drop', or a block of what to set (category, region, tags, addTags, weight, title, url), not 'delete'",
    ],
    [
      '- { when: { titel: x }, then: drop }',
      "unknown key 'titel' in rules[0].when; allowed here: title, content, author, url, tags, language, source, all, any, not; did you mean 'title'?",
    ],
    [
      "- { when: { title: '/(a/' }, then: drop }",
      "rules[0].when.title is no regular expression of RE2 (no look-around, no back-references): 'missing closing ): `(a`'",
    ],
    [
      "- { when: { title: '/a(?=b)/' }, then: drop }",
      /^rules\[0\]\.when\.title is no regular expression of RE2/,
    ],
    [
      "- { when: { title: '/(.{0,50}){19}[0-9]/' }, then: drop }",
      /^rules\[0\]\.when\.title is a pattern of \d+ steps; at most 1000 are allowed/,
    ],
    [
      "- { when: { title: '/a/g' }, then: drop }",
      "rules[0].when.title has the flag 'g' after its pattern; 'i', for case, is the only one",
    ],
    [
      '- { when: { title: }, then: drop }',
      'rules[0].when.title is missing; it must be a text or a /pattern/ of 1 to 1000 characters',
    ],
    [
      '- { when: { title: [a, " "] }, then: drop }',
      "rules[0].when.title[1] must be a text or a /pattern/ of 1 to 1000 characters, not ' '",
    ],
    ['- { when: { tags: [] }, then: drop }', /^rules\[0\]\.when\.tags must be a text or a list of texts/],
    [
      '- { when: { language: english }, then: drop }',
      "rules[0].when.language must be a language by its code, such as en, de or pt-BR, or 'unknown', not 'english'",
    ],
    [
      '- { when: { any: [] }, then: drop }',
      'rules[0].when.any must be a list of blocks of conditions, not an empty list',
    ],
    [
      '- { when: alwyas, then: drop }',
      "rules[0].when must be a block of conditions (title, content, author, url, tags, language, source, all, any, not) or 'always', not 'alwyas'",
    ],
    [
      '- { when: always, then: {} }',
      "rules[0].then must be 'keep', 'drop', or a block of what to set (category, region, tags, addTags, weight, title, url), not an empty block",
    ],
    ['- { when: { not: x }, then: drop }', /^rules\[0\]\.when\.not must be a block of conditions/],
    [
      '- { when: always, then: { weight: 9 } }',
      'rules[0].then.weight must be a number from 0.25 to 4, not 9',
    ],
    [
      '- { when: always, then: { title: { with: x } } }',
      'rules[0].then.title.replace is missing; it must be a text or a /pattern/ of 1 to 1000 characters',
    ],
    [
      "- { when: always, then: { tags: [''] } }",
      'rules[0].then.tags must be at most 20 tags of 1 to 60 characters, not a list',
    ],
  ])('refuses %s', (yaml, message) => {
    const { rules, errors } = read(yaml)

    expect(rules).toEqual([])
    expect(errors).toHaveLength(1)
    expect(errors[0]?.message).toMatch(message)
  })

  it('places what is wrong, in the file and in a source', () => {
    const text = [
      'rules:',
      '  - when: { title: a }',
      '    then: dorp',
      'sources:',
      '  - url: https://a.example/',
      '    rules:',
      '      - { when: { any: [{ titel: b }] }, then: drop }',
    ]

    const { errors } = checkSettings(Buffer.from(text.join('\n')), 'digest.yaml')

    expect(errors).toEqual([
      expect.stringMatching(/^digest\.yaml:3:11 rules\[0\]\.then must be 'keep', 'drop'/),
      expect.stringMatching(
        /^digest\.yaml:7:27 unknown key 'titel' in sources\[0\]\.rules\[0\]\.when\.any\[0\]/,
      ),
    ])
  })

  it('never lets a pattern through that throws, or does not end, on any text', () => {
    const random = randomOf(7)
    const texts = ['', 'a'.repeat(20_000), 'ab 12\n'.repeat(3_000), '\u{1F600}\uD800中文\0'.repeat(50)]
    let accepted = 0
    for (let round = 0; round < 400; round++) {
      const pattern = randomPattern(random)
      const written = JSON.stringify(`/${pattern}/`)
      const { rules } = readRules(
        JSON.parse(
          `[{"when":{"title":${written}},"then":{"title":{"replace":${written},"with":"$1$&$$$9"}}}]`,
        ),
      )
      if (rules.length === 0) continue
      accepted++
      const compiled = createRuleBook(rules).of({ id: 'x' })
      for (const title of texts) decideByRules(compiled, { ...BARE, title })
    }

    expect(accepted).toBeGreaterThan(100)
  })
})

const BARE = {
  sourceId: 'x',
  summary: '',
  contentText: '',
  author: null,
  url: 'https://a.example/',
  tags: [],
  language: null,
}

const PIECES = [
  'a',
  'b',
  '.',
  '\\d',
  '\\w',
  '\\b',
  '[^a]',
  '[a-z',
  ']',
  '(',
  ')',
  '(?:',
  '(?i)',
  '(?P<n>',
  '|',
]
const TAILS = [
  '',
  '',
  '',
  '*',
  '+',
  '?',
  '{2,}',
  '{0,9}',
  '{99}',
  '*?',
  '{',
  '\\',
  '$',
  '^',
  '中',
  '\uD800',
  '/',
]

function randomPattern(random: () => number): string {
  const length = 1 + Math.floor(random() * 8)
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? ''
  return Array.from({ length }, () => pick(PIECES) + pick(TAILS)).join('')
}
