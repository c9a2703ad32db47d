import type { RE2JS } from 're2js'
import type { Rewrite } from '../../domain/rule.ts'
import { compilePattern } from '../../domain/pattern.ts'

/** Longer than any title or address; what a rewrite makes of one stays within it. */
const MAX_CHARS = 4_000

/** Makes what rewrites a text; plain words are replaced to the letter. Never throws, whatever the text. */
export function compileRewrite({ replace, by }: Rewrite): (text: string) => string {
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
  return by.replaceAll(/\$([$&1-9])/g, (_, mark: string) => {
    if (mark === '$') return '$'
    return groupAt(mark === '&' ? 0 : Number(mark))
  })
}

/** Empty for a group that the pattern does not have, or that took no part. */
function groupOf(matcher: ReturnType<RE2JS['matcher']>, group: number): string {
  return group > matcher.groupCount() ? '' : (matcher.group(group) ?? '')
}
