import { compilePattern } from '../../domain/pattern.ts'
import type { TextTest } from '../../domain/rule.ts'
import { describe } from '../fault.ts'
import type { SettingPath } from '../setting.ts'
import type { Tell } from './tell.ts'

/** Longest text in a rule, in characters. */
export const MAX_TEXT = 1_000
/** Steps of a compiled pattern: what keeps the longest text that rules look at within a second. */
const MAX_PROGRAM = 1_000

/** `/…/` and `/…/i` are patterns, everything else words. */
export function readTest(raw: unknown, path: SettingPath, tell: Tell): TextTest | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_TEXT)
    return tell(path, `must be a text of 1 to ${MAX_TEXT} characters, not ${describe(raw)}`)
  const found = /^\/(.+)\/([a-z]*)$/s.exec(text.trim())
  if (found === null) return { kind: 'words', words: text.trim() }

  const [, pattern = '', flags = ''] = found
  if (flags !== '' && flags !== 'i')
    return tell(path, `has the flag '${flags}' after its pattern; 'i', for case, is the only one`)
  const test = { kind: 'pattern', pattern, ignoresCase: flags === 'i' } as const
  const wrong = patternFault(test)
  return wrong === undefined ? test : tell(path, wrong)
}

/** @returns what is wrong with a regular expression */
function patternFault(test: Extract<TextTest, { kind: 'pattern' }>): string | undefined {
  try {
    const size = compilePattern(test).programSize()
    if (size <= MAX_PROGRAM) return undefined
    return `is a pattern of ${size} steps; at most ${MAX_PROGRAM} are allowed, so repeat less or make several rules of it`
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, '') : String(cause)
    return `is no regular expression of RE2 (no look-around, no back-references): ${describe(why)}`
  }
}
