import { describe, expect, it } from 'vitest'
import { castOf } from '../cast.ts'
import { drawFacts, FEATURE_FACTS } from '../facts.ts'
import { KIND_IDS, KINDS } from '../kinds.ts'
import { LANGUAGES } from '../language.ts'
import { phrase } from '../phrase.ts'
import { randomFor } from '../random.ts'
import { FEATURES } from './features.ts'
import { TELLINGS } from './tellings.ts'

const CAST = castOf('texts')
const TRIES = 12

describe.each(LANGUAGES)('texts in %s', (language) => {
  /** Words a pattern several times, so that each of its alternatives is met. */
  const sayAll = (patterns: readonly string[], facts: ReturnType<typeof drawFacts>): string[] =>
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
    const facts = drawFacts(KINDS[kindId], CAST, randomFor(kindId))
    const { titles, leads, facts: more, quotes } = TELLINGS[language][kindId]

    const texts = sayAll([...titles, ...leads, ...more, ...quotes], facts)

    expect(titles.length).toBeGreaterThanOrEqual(3)
    expect(leads.length).toBeGreaterThanOrEqual(2)
    for (const text of texts) expect(text).not.toMatch(/[{}[\]|]|undefined| {2}|^$/)
  })

  it('word every feature, column and closing sentence', () => {
    const facts = drawFacts({ category: 'world', frequency: 1, slots: FEATURE_FACTS }, CAST, randomFor('f'))
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
    const text = KIND_IDS.flatMap((id) => TELLINGS[language][id].leads).join(' ')

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
