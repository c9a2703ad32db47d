import { describe, expect, it } from 'vitest'
import { randomFor } from '../random.ts'
import { chooseFacts, FEATURE_FACTS } from '../world/facts.ts'
import { KIND_IDS, KINDS } from '../world/kinds.ts'
import { namedEntitiesOf } from '../world/named-entities.ts'
import { LANGUAGES } from './language.ts'
import { phrase } from './phrase.ts'
import { FEATURES, EVENT_PATTERNS } from './texts.ts'

const ENTITIES = namedEntitiesOf('texts')
const TRIES = 12

describe.each(LANGUAGES)('texts in %s', (language) => {
  /** Words a pattern several times, so that each alternative is used. */
  const sayAll = (patterns: readonly string[], facts: ReturnType<typeof chooseFacts>): string[] =>
    patterns.flatMap((pattern) =>
      Array.from({ length: TRIES }, (_, attempt) =>
        phrase(
          pattern,
          (name) => (name === 'weekday' ? 'DAY' : facts.get(name)?.[language]),
          randomFor(pattern, attempt),
          language,
        ),
      ),
    )

  it.each(KIND_IDS)('word every pattern of %s with facts that it has', (kindId) => {
    const facts = chooseFacts(KINDS[kindId], ENTITIES, randomFor(kindId))
    const { titles, leads, facts: more, quotes } = EVENT_PATTERNS[language][kindId]

    const texts = sayAll([...titles, ...leads, ...more, ...quotes], facts)

    expect(titles.length).toBeGreaterThanOrEqual(3)
    expect(leads.length).toBeGreaterThanOrEqual(2)
    for (const text of texts) expect(text).not.toMatch(/[{}[\]|]|undefined| {2}|^$/)
  })

  it('word every feature, column and closing sentence', () => {
    const facts = chooseFacts(
      { category: 'world', frequency: 1, slots: FEATURE_FACTS },
      ENTITIES,
      randomFor('f'),
    )
    const { byCategory, columns, closers } = FEATURES[language]
    const patterns = [
      ...Object.values(byCategory).flatMap(({ titles, leads, facts: more }) => [
        ...titles,
        ...leads,
        ...more,
      ]),
      ...columns.flatMap(({ title, leads, facts: more }) => [title, ...leads, ...more]),
      ...closers,
    ]

    const texts = sayAll(patterns, facts)

    expect(columns).toHaveLength(3)
    for (const text of texts) expect(text).not.toMatch(/[{}[\]|]|undefined| {2}|^$/)
  })

  it('are written in that language', () => {
    const text = KIND_IDS.flatMap((id) => EVENT_PATTERNS[language][id].leads).join(' ')

    expect(text).toMatch(MARKS[language])
  })
})

const MARKS = {
  en: /\bthe\b.*\bhas\b/,
  de: /\bder\b.*\bhat\b/,
  es: /\bel\b.*\bha\b/,
  zh: /的.*了/,
  ja: /した.*。/,
} as const
