import type { Rule } from '../../model/rule.ts'
import type { Source } from '../../model/source.ts'
import { hashOf } from '../identify/hash.ts'
import { type CompiledRule, compileRule } from './compile-rule.ts'

/** The rules of every source, made ready when one is first asked for. */
export interface RuleBook {
  /** A source's own rules, then those for all. */
  of(source: Pick<Source, 'id' | 'rules'>): readonly CompiledRule[]
  /** Another one for other rules; empty where a source has none. */
  hashOf(source: Pick<Source, 'id' | 'rules'>): string
}

export function createRuleBook(forAll: readonly Rule[]): RuleBook {
  const bySource = new Map<string, readonly CompiledRule[]>()
  let common: readonly CompiledRule[] | undefined

  return {
    of({ id, rules = [] }) {
      const known = bySource.get(id)
      if (known !== undefined) return known
      common ??= forAll.map(compileRule)
      const compiled = rules.length === 0 ? common : [...rules.map(compileRule), ...common]
      bySource.set(id, compiled)
      return compiled
    },
    hashOf({ rules = [] }) {
      const all = [...rules, ...forAll]
      return all.length === 0 ? '' : hashOf(JSON.stringify(all.map(({ when, action }) => [when, action])))
    },
  }
}
