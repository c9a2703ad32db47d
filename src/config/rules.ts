import * as z from 'zod'
import { isObject, type JsonObject } from '../model/json-object.ts'
import type { Rule, TextTest, RuleCondition, RuleField, Rewrite, RuleAction } from '../model/rule.ts'
import { compilePattern } from '../text/pattern.ts'
import { categorySlug } from '../text/slug.ts'
import { categoryName, type Kind } from './kinds.ts'
import {
  ACTIONS,
  ALWAYS,
  CONDITIONS,
  MAX_TAGS,
  MAX_TEXT,
  REGION,
  ruleShape,
  WEIGHT,
} from './schema/rule-shape.ts'
import { type SettingPath, describe, list, type SettingsError, label } from './setting.ts'

/** A rule that does not know its place in the settings. */
export interface PlainRule extends Omit<Rule, 'label'> {
  readonly name: string | undefined
}

/** A list of rules; `null` and `undefined` mean no rules. */
export function ruleList(): z.ZodType<readonly PlainRule[]> {
  const rule = z.unknown().transform((raw, context): PlainRule => readRule(raw, reportTo(context)) ?? z.NEVER)
  return list(rule, { of: ' of rules', written: ruleShape })
}

/** @param path position of the list: `['rules']`, `['sources', 2, 'rules']` */
export function labelled(rules: readonly PlainRule[], path: SettingPath): readonly Rule[] {
  return rules.map(({ name, when, action }, index) => {
    const place = label([...path, index])
    return { label: name === undefined ? place : `${place} (${name})`, when, action }
  })
}

function readRule(raw: unknown, report: Report): PlainRule | undefined {
  if (!isObject(raw)) return report([], `must be a rule with 'when' and 'then', not ${describe(raw)}`)
  refuseUnknown(raw, ['name', 'when', 'then'], [], report)
  const { name } = raw
  if (name !== undefined && name !== null && !isName(name))
    report(['name'], `must be a text of 1 to 100 characters, not ${describe(name)}`)
  const when = readWhen(raw['when'], ['when'], report)
  const action = readThen(raw['then'], ['then'], report)
  if (when === undefined || action === undefined) return undefined
  return { name: isName(name) ? String(name).trim() : undefined, when, action }
}

function isName(name: unknown): name is string | number {
  return (
    typeof name === 'number' ||
    (typeof name === 'string' && name.trim() !== '' && name.length <= 100 && !/\p{Cc}/u.test(name))
  )
}

/** Reports an error at a path within a rule. It returns `undefined`, which the calling reader returns too. */
type Report = (at: SettingPath, message: string, on?: SettingsError['on'], unknown?: string) => undefined

function reportTo({ issues }: z.core.ParsePayload): Report {
  return (path, message, on = 'value', unknown) => {
    const place = { path: [...path], message, input: undefined }
    if (unknown === undefined) issues.push({ ...place, code: 'custom', params: { on } })
    else issues.push({ ...place, code: 'unrecognized_keys', keys: [unknown] })
    return undefined
  }
}

function refuseUnknown(
  block: JsonObject,
  allowed: readonly string[],
  path: SettingPath,
  report: Report,
): void {
  for (const key of Object.keys(block))
    if (!allowed.includes(key)) report(path, allowed.join(', '), 'key', key)
}

/**
 * Maximum number of instructions of a compiled pattern. Matching the longest text then takes less than 1 s.
 */
const MAX_PROGRAM = 1_000

/** Reads a test of a text. `/…/` and `/…/i` are patterns, everything else is words. */
function readTest(raw: unknown, path: SettingPath, report: Report): TextTest | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_TEXT)
    return report(path, `must be a text of 1 to ${MAX_TEXT} characters, not ${describe(raw)}`)
  const found = /^\/(.+)\/([a-z]*)$/s.exec(text.trim())
  if (found === null) return { kind: 'words', words: text.trim() }

  const [, pattern = '', flags = ''] = found
  if (flags !== '' && flags !== 'i')
    return report(path, `has the flag '${flags}' after its pattern; 'i', for case, is the only one`)
  const test = { kind: 'pattern', pattern, ignoresCase: flags === 'i' } as const
  const wrong = patternError(test)
  return wrong === undefined ? test : report(path, wrong)
}

/** @returns what is wrong with a regular expression; `undefined` if it is valid */
function patternError(test: Extract<TextTest, { kind: 'pattern' }>): string | undefined {
  try {
    const size = compilePattern(test).programSize()
    if (size <= MAX_PROGRAM) return undefined
    return `is a pattern of ${size} steps; at most ${MAX_PROGRAM} are allowed, so repeat less or make several rules of it`
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, '') : String(cause)
    return `is no regular expression of RE2 (no look-around, no back-references): ${describe(why)}`
  }
}

function readWhen(raw: unknown, path: SettingPath, report: Report): RuleCondition | undefined {
  if (raw === ALWAYS) return { kind: 'all', of: [] }
  if (raw === undefined || raw === null)
    return report(
      path,
      `is missing; it must be a block of conditions (${CONDITIONS.join(', ')}) or '${ALWAYS}'`,
      'key',
    )
  return readCondition(raw, path, report)
}

function readCondition(raw: unknown, path: SettingPath, report: Report): RuleCondition | undefined {
  if (!isObject(raw) || Object.keys(raw).length === 0) {
    return report(path, `must be a block of conditions (${CONDITIONS.join(', ')}), not ${describe(raw)}`)
  }
  refuseUnknown(raw, CONDITIONS, path, report)
  const parts = CONDITIONS.filter((key) => Object.hasOwn(raw, key)).map((key) => {
    const at = [...path, key]
    const value = raw[key]
    if (key === 'not') {
      const of = readCondition(value, at, report)
      return of && { kind: 'not' as const, of }
    }
    return key === 'all' || key === 'any'
      ? readSeveral(key, value, at, report)
      : readField(key, value, at, report)
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
  report: Report,
): RuleCondition | undefined {
  if (!Array.isArray(raw) || raw.length === 0)
    return report(path, `must be a list of blocks of conditions, not ${describe(raw)}`)
  const of = raw.flatMap((one: unknown, index) => readCondition(one, [...path, index], report) ?? [])
  return of.length < raw.length ? undefined : { kind, of }
}

function readField(
  field: RuleField,
  raw: unknown,
  path: SettingPath,
  report: Report,
): RuleCondition | undefined {
  const listed: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
  if (listed.length === 0) return report(path, 'must be a text or a list of texts, not an empty list')
  const anyOf = listed.flatMap((one, index) => {
    const at = Array.isArray(raw) ? [...path, index] : path
    const test = readTest(one, at, report)
    return (field === 'language' && test !== undefined ? asLanguage(test, at, report) : test) ?? []
  })
  return anyOf.length < listed.length ? undefined : { kind: 'field', field, anyOf }
}

/** Reads a language. `pt-BR` counts as `pt`. `unknown` matches items whose language is not known. */
function asLanguage(test: TextTest, path: SettingPath, report: Report): TextTest | undefined {
  if (test.kind === 'pattern') return test
  const words = test.words.toLowerCase().replace(/[-_].*$/, '')
  if (/^(?:[a-z]{2,3}|unknown)$/.test(words)) return { kind: 'words', words }
  return report(
    path,
    `must be a language by its code, such as en, de or pt-BR, or 'unknown', not ${describe(test.words)}`,
  )
}

function readThen(raw: unknown, path: SettingPath, report: Report): RuleAction | undefined {
  if (raw === 'keep' || raw === 'drop') return { verdict: raw }
  const allowed = `'keep', 'drop', or a block of what to set (${ACTIONS.join(', ')})`
  if (raw === undefined || raw === null) return report(path, `is missing; it must be ${allowed}`, 'key')
  if (!isObject(raw) || Object.keys(raw).length === 0)
    return report(path, `must be ${allowed}, not ${describe(raw)}`)
  refuseUnknown(raw, ACTIONS, path, report)

  const given = Object.entries(READERS).filter(([key]) => raw[key] !== undefined)
  const parsed = given.map(([key, read]) => [key, read(raw[key], [...path, key], report)] as const)
  const isWhole = parsed.length > 0 && parsed.every(([, value]) => value !== undefined)
  return isWhole ? Object.fromEntries(parsed) : undefined
}

/** What reads each part of an action. A part that cannot be read is reported, and is `undefined`. */
const READERS: Readonly<Record<string, (raw: unknown, path: SettingPath, report: Report) => unknown>> = {
  category: readCategory,
  region: (raw, path, report) => readValue(raw, REGION, path, report),
  weight: (raw, path, report) => readValue(raw, WEIGHT, path, report),
  tags: readTags,
  addTags: readTags,
  title: readRewrite,
  url: readRewrite,
}

/** Gives the slug, which items have as their category. Sources give the category its name. */
function readCategory(raw: unknown, path: SettingPath, report: Report): string | undefined {
  const name = readValue(raw, categoryName(), path, report)
  return name === undefined ? undefined : categorySlug(name)
}

function readValue<T>(raw: unknown, kind: Kind<T>, path: SettingPath, report: Report): T | undefined {
  const read = kind.schema.safeParse(raw)
  return read.success ? read.data : report(path, `must be ${kind.allowed}, not ${describe(raw)}`)
}

function readTags(raw: unknown, path: SettingPath, report: Report): readonly string[] | undefined {
  const listed: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
  const tags = listed.map((tag) => (typeof tag === 'number' ? String(tag) : tag))
  const isFine = (tag: unknown): tag is string => typeof tag === 'string' && /^\s*\S.{0,58}\S?\s*$/u.test(tag)
  if (tags.length > MAX_TAGS || !tags.every(isFine))
    return report(path, `must be at most ${MAX_TAGS} tags of 1 to 60 characters, not ${describe(raw)}`)
  return tags.map((tag) => tag.trim())
}

function readRewrite(raw: unknown, path: SettingPath, report: Report): Rewrite | undefined {
  if (!isObject(raw)) return report(path, `must be a block with 'replace' and 'with', not ${describe(raw)}`)
  refuseUnknown(raw, ['replace', 'with'], path, report)
  if (raw['replace'] === undefined)
    return report(path, `has no 'replace'; it is the text or the /pattern/ that is replaced`, 'key')
  const by = raw['with'] ?? ''
  if (typeof by !== 'string' || by.length > MAX_TEXT)
    return report([...path, 'with'], `must be a text of at most ${MAX_TEXT} characters, not ${describe(by)}`)
  const replace = readTest(raw['replace'], [...path, 'replace'], report)
  return replace && { replace, by }
}
