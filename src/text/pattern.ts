import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'
import type { TextTest } from '../model/rule.ts'

let engine: typeof import('re2js') | undefined

/**
 * Compiles the regular expression of a rule with RE2, which matches in linear time whatever the pattern. The
 * engine is 250 kB of code and few rules have a pattern, so it is loaded on first use.
 *
 * @throws Error that says what is wrong with the pattern
 */
export function compilePattern({ pattern, ignoresCase }: Extract<TextTest, { kind: 'pattern' }>): RE2JS {
  engine ??= createRequire(import.meta.url)('re2js') as typeof import('re2js')
  const { RE2JS } = engine
  return RE2JS.compile(pattern, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0)
}
