import type { Rewrite, RuleAction } from '../../domain/rule.ts'
import { describe } from '../fault.ts'
import { decimal, type Kind, slug } from '../kinds.ts'
import type { SettingPath } from '../setting.ts'
import { MAX_TEXT, readTest } from './read-test.ts'
import { isBlock, refuseUnknown, type Tell } from './tell.ts'

const ACTIONS = ['category', 'region', 'tags', 'addTags', 'weight', 'title', 'url'] as const

export function readThen(raw: unknown, path: SettingPath, tell: Tell): RuleAction | undefined {
  if (raw === 'keep' || raw === 'drop') return { verdict: raw }
  const allowed = `'keep', 'drop', or a block of what to set (${ACTIONS.join(', ')})`
  if (raw === undefined || raw === null) return tell(path, `is missing; it must be ${allowed}`, 'key')
  if (!isBlock(raw) || Object.keys(raw).length === 0)
    return tell(path, `must be ${allowed}, not ${describe(raw)}`)
  refuseUnknown(raw, ACTIONS, path, tell)

  const at = (key: string): SettingPath => [...path, key]
  const category = readValue(raw['category'], slug('a category'), at('category'), tell)
  const region = readValue(raw['region'], slug('a region'), at('region'), tell)
  const weight = readValue(raw['weight'], decimal(0.25, 4, 'factor'), at('weight'), tell)
  const tags = readTags(raw['tags'], at('tags'), tell)
  const addTags = readTags(raw['addTags'], at('addTags'), tell)
  const title = readRewrite(raw['title'], at('title'), tell)
  const url = readRewrite(raw['url'], at('url'), tell)
  const said = Object.entries({ category, region, weight, tags, addTags, title, url })
  const given = said.filter(([, value]) => value !== undefined)
  const isWhole =
    given.length > 0 && said.every(([key, value]) => (raw[key] === undefined) === (value === undefined))
  return isWhole ? Object.fromEntries(given) : undefined
}

function readValue<T>(raw: unknown, kind: Kind<T>, path: SettingPath, tell: Tell): T | undefined {
  if (raw === undefined) return undefined
  const read = kind.schema.safeParse(raw)
  return read.success ? read.data : tell(path, `must be ${kind.allowed}, not ${describe(raw)}`)
}

const MAX_TAGS = 20

function readTags(raw: unknown, path: SettingPath, tell: Tell): readonly string[] | undefined {
  if (raw === undefined) return undefined
  const listed: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
  const tags = listed.map((tag) => (typeof tag === 'number' ? String(tag) : tag))
  const isFine = (tag: unknown): tag is string => typeof tag === 'string' && /^\s*\S.{0,58}\S?\s*$/u.test(tag)
  if (tags.length > MAX_TAGS || !tags.every(isFine))
    return tell(path, `must be at most ${MAX_TAGS} tags of 1 to 60 characters, not ${describe(raw)}`)
  return tags.map((tag) => tag.trim())
}

function readRewrite(raw: unknown, path: SettingPath, tell: Tell): Rewrite | undefined {
  if (raw === undefined) return undefined
  if (!isBlock(raw)) return tell(path, `must be a block with 'replace' and 'with', not ${describe(raw)}`)
  refuseUnknown(raw, ['replace', 'with'], path, tell)
  if (raw['replace'] === undefined)
    return tell(path, `has no 'replace'; it is the text or the /pattern/ that is replaced`, 'key')
  const by = raw['with'] ?? ''
  if (typeof by !== 'string' || by.length > MAX_TEXT)
    return tell([...path, 'with'], `must be a text of at most ${MAX_TEXT} characters, not ${describe(by)}`)
  const replace = readTest(raw['replace'], [...path, 'replace'], tell)
  return replace && { replace, by }
}
