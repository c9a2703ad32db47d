import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'
import type { TextTest } from '../model/rule.ts'

let engine: typeof import('re2js') | undefined

/**
 * Compiles the regular expression of a rule, in RE2: no pattern makes it slow. The engine is loaded where a
 * rule has a pattern: few have, and it is a quarter of a megabyte of code.
 *
 * @throws Error that says what is wrong with it
 */
export function compilePattern({ pattern, ignoresCase }: Extract<TextTest, { kind: 'pattern' }>): RE2JS {
  engine ??= createRequire(import.meta.url)('re2js') as typeof import('re2js')
  const { RE2JS } = engine
  return RE2JS.compile(pattern, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0)
}
