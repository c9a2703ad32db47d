import type { RuleCondition, RuleField, TextTest } from '../../domain/rule.ts'
import { describe } from '../fault.ts'
import type { SettingPath } from '../setting.ts'
import { readTest } from './read-test.ts'
import { isBlock, refuseUnknown, type Tell } from './tell.ts'

const ALWAYS = 'always'

export function readWhen(raw: unknown, path: SettingPath, tell: Tell): RuleCondition | undefined {
  if (raw === ALWAYS) return { kind: 'all', of: [] }
  if (raw === undefined || raw === null)
    return tell(
      path,
      `is missing; it must be a block of conditions (${CONDITIONS.join(', ')}) or '${ALWAYS}'`,
      'key',
    )
  return readCondition(raw, path, tell)
}

const FIELDS = [
  'title',
  'content',
  'author',
  'url',
  'tags',
  'language',
  'source',
] as const satisfies readonly RuleField[]
const CONDITIONS = [...FIELDS, 'all', 'any', 'not'] as const

function readCondition(raw: unknown, path: SettingPath, tell: Tell): RuleCondition | undefined {
  if (!isBlock(raw) || Object.keys(raw).length === 0) {
    return tell(path, `must be a block of conditions (${CONDITIONS.join(', ')}), not ${describe(raw)}`)
  }
  refuseUnknown(raw, CONDITIONS, path, tell)
  const parts = CONDITIONS.filter((key) => Object.hasOwn(raw, key)).map((key) => {
    const at = [...path, key]
    const value = raw[key]
    if (key === 'not') {
      const of = readCondition(value, at, tell)
      return of && { kind: 'not' as const, of }
    }
    return key === 'all' || key === 'any'
      ? readSeveral(key, value, at, tell)
      : readField(key, value, at, tell)
  })
  const of = parts.filter((part) => part !== undefined)
  if (of.length < parts.length || of.length === 0) return undefined
  const [only, second] = of
  return only !== undefined && second === undefined ? only : { kind: 'all', of }
}

function readSeveral(
  kind: 'all' | 'any',
  raw: unknown,
  path: SettingPath,
  tell: Tell,
): RuleCondition | undefined {
  if (!Array.isArray(raw) || raw.length === 0)
    return tell(path, `must be a list of blocks of conditions, not ${describe(raw)}`)
  const of = raw.flatMap((one: unknown, index) => readCondition(one, [...path, index], tell) ?? [])
  return of.length < raw.length ? undefined : { kind, of }
}

function readField(field: RuleField, raw: unknown, path: SettingPath, tell: Tell): RuleCondition | undefined {
  const listed: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
  if (listed.length === 0) return tell(path, 'must be a text or a list of texts, not an empty list')
  const anyOf = listed.flatMap((one, index) => {
    const at = Array.isArray(raw) ? [...path, index] : path
    const test = readTest(one, at, tell)
    return (field === 'language' && test !== undefined ? asLanguage(test, at, tell) : test) ?? []
  })
  return anyOf.length < listed.length ? undefined : { kind: 'field', field, anyOf }
}

/** `pt-BR` counts as `pt`; an item's language that is not known goes by `unknown`. */
function asLanguage(test: TextTest, path: SettingPath, tell: Tell): TextTest | undefined {
  if (test.kind === 'pattern') return test
  const words = test.words.toLowerCase().replace(/[-_].*$/, '')
  if (/^(?:[a-z]{2,3}|unknown)$/.test(words)) return { kind: 'words', words }
  return tell(
    path,
    `must be a language by its code, such as en, de or pt-BR, or 'unknown', not ${describe(test.words)}`,
  )
}
