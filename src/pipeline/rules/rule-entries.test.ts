import { expect, it } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { bridgeEntries } from '../../../test/an-entry.ts'
import { read } from '../../../test/visits.ts'
import type { RuleAction } from '../../model/rule.ts'
import { compileRule } from './compile-rule.ts'
import { ruleCollected } from './rule-entries.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const anEntry = bridgeEntries(NOW)

// The detector of languages must not have been loaded by another test, so this file has no other.
it('rules see the language that a text has before its page is read, whatever its feed states', async () => {
  const action: RuleAction = { verdict: 'drop' }
  const when = { kind: 'field', field: 'language', anyOf: [{ kind: 'words', words: 'de' }] } as const
  const english = anEntry({
    guid: 'en',
    title: 'The council votes on the new bridge today',
    language: 'de',
  })
  const german = anEntry({
    guid: 'de',
    title: 'Der Rat stimmt heute über die neue Brücke ab',
    summaryHtml: 'Die ersten Autos fuhren am Mittag hinüber.',
    language: 'en',
  })

  const ruled = await ruleCollected(
    [compileRule({ label: 'no German', when, action })],
    { ...aSource('tide-times'), content: 'full' },
    read([english, german]),
    NOW,
  )

  expect(ruled).toMatchObject({ entries: [{ guid: 'en' }] })
})
