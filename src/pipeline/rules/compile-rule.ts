import type { RE2JS } from 're2js'
import { getOrInsert } from '../../model/get-or-insert.ts'
import type { Rule, RuleAction, RuleCondition, RuleField, Rewrite } from '../../model/rule.ts'
import type { Source } from '../../model/source.ts'
import { compilePattern } from '../../text/pattern.ts'
import { sha1Of } from '../identify/hash.ts'
import { compileTest, type RuleFacts, type WordsMode } from './rule-facts.ts'

/** A rule prepared for many entries. */
export interface CompiledRule {
  readonly label: string
  readonly holds: (facts: RuleFacts) => boolean
  readonly action: RuleAction
  readonly rewriteTitle: ((title: string) => string) | undefined
  readonly rewriteUrl: ((url: string) => string) | undefined
}

export function compileRule({ label, when, action }: Rule): CompiledRule {
  return {
    label,
    holds: compileCondition(when),
    action,
    rewriteTitle: action.title === undefined ? undefined : compileRewrite(action.title),
    rewriteUrl: action.url === undefined ? undefined : compileRewrite(action.url),
  }
}

const MODES: Readonly<Record<RuleField, WordsMode>> = {
  title: 'words',
  content: 'words',
  author: 'words',
  url: 'part',
  tags: 'whole',
  language: 'whole',
  source: 'whole',
}

function compileCondition(condition: RuleCondition): CompiledRule['holds'] {
  switch (condition.kind) {
    case 'field': {
      const { field, anyOf } = condition
      const tests = anyOf.map((test) => compileTest(test, MODES[field]))
      return (facts) => facts(field).some((looked) => tests.some((test) => test(looked)))
    }
    case 'not': {
      const holds = compileCondition(condition.of)
      return (facts) => !holds(facts)
    }
    case 'all': {
      const conditions = condition.of.map(compileCondition)
      return (facts) => conditions.every((holds) => holds(facts))
    }
    case 'any': {
      const conditions = condition.of.map(compileCondition)
      return (facts) => conditions.some((holds) => holds(facts))
    }
  }
}

/** Longest result of a rewrite; longer than any title or address. */
const MAX_CHARS = 4_000

/** Makes the function that rewrites a text. Plain words are replaced literally. It never throws. */
function compileRewrite({ replace, by }: Rewrite): (text: string) => string {
  if (replace.kind === 'words') return (text) => text.replaceAll(replace.words, () => by).slice(0, MAX_CHARS)
  const pattern = compilePattern(replace)
  return (text) => replaceFound(pattern, text, by).slice(0, MAX_CHARS)
}

function replaceFound(pattern: RE2JS, text: string, by: string): string {
  const matcher = pattern.matcher(text)
  let result = ''
  let end = 0
  while (matcher.find() && result.length <= MAX_CHARS) {
    result += text.slice(end, matcher.start()) + expanded(by, (group) => groupOf(matcher, group))
    end = matcher.end()
  }
  return result + text.slice(end)
}

function expanded(by: string, groupAt: (group: number) => string): string {
  return by.replaceAll(/\$([$&1-9])/g, (_, reference: string) => {
    if (reference === '$') return '$'
    return groupAt(reference === '&' ? 0 : Number(reference))
  })
}

/** The text of a group; empty if the group is missing or matched nothing. */
function groupOf(matcher: ReturnType<RE2JS['matcher']>, group: number): string {
  return group > matcher.groupCount() ? '' : (matcher.group(group) ?? '')
}

export type RuleBook = ReturnType<typeof createRuleBook>

/** The rules of every source, compiled on first use. */
export function createRuleBook(forAll: readonly Rule[]) {
  const bySource = new Map<string, readonly CompiledRule[]>()
  let common: readonly CompiledRule[] | undefined

  return {
    /** A source's own rules, then those for all. */
    of({ id, rules = [] }: Pick<Source, 'id' | 'rules'>): readonly CompiledRule[] {
      return getOrInsert(bySource, id, () => {
        common ??= forAll.map(compileRule)
        return rules.length === 0 ? common : [...rules.map(compileRule), ...common]
      })
    },
    /** A hash that differs for different rules; empty if the source has none. */
    hashOf({ rules = [] }: Pick<Source, 'rules'>): string {
      const all = [...rules, ...forAll]
      return all.length === 0 ? '' : sha1Of(JSON.stringify(all.map(({ when, action }) => [when, action])))
    },
  }
}
