import type { Rule, RuleAction, RuleCondition, RuleField } from '../../domain/rule.ts'
import { compileRewrite } from './rewrite.ts'
import type { RuleFacts } from './rule-facts.ts'
import { compileTest, type WordsMode } from './text-test.ts'

/** A rule made ready to be held against many entries. */
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
      return (facts) => facts.textsOf(field).some((looked) => tests.some((test) => test(looked)))
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
