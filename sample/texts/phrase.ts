import type { Random } from '../random.ts'
import type { Language } from './language.ts'

/** Values of the slots of a pattern in one language, by slot name. */
export type Slots = (name: string) => string | undefined

/**
 * Words a pattern: `[a|b|]` becomes one of its alternatives (they may be empty and may nest), `{slot}`
 * becomes the value of that slot. Spaces are tidied and the first letter is made a capital.
 *
 * @throws RangeError if a slot is unknown or a bracket is not closed: a bug in the patterns, which their test finds
 */
export function phrase(pattern: string, slots: Slots, random: Random, language: Language): string {
  const worded = fill(choose(pattern, random), slots)
  const tidy = worded
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,.;:!?])/g, '$1')
    .trim()
  return language === 'zh' || language === 'ja' ? tidy.replaceAll(CJK_GAP, '') : capitalise(tidy)
}

export function capitalise(text: string): string {
  const [first = ''] = text
  return first.toUpperCase() + text.slice(first.length)
}

const SLOT = /\{([\w.]+)\}/g
/** A space between two ideographs or kana, left over where an alternative was empty. */
const CJK_GAP = /(?<=[\u3000-\u9fff\uff00-\uffef]) | (?=[\u3000-\u9fff\uff00-\uffef])/g
/** A bracket that holds no other. */
const INNERMOST = /\[([^[\]]*)\]/

function choose(pattern: string, random: Random): string {
  let text = pattern
  for (let match = INNERMOST.exec(text); match; match = INNERMOST.exec(text)) {
    const chosen = random.pick((match[1] ?? '').split('|'))
    text = text.slice(0, match.index) + chosen + text.slice(match.index + match[0].length)
  }
  if (text.includes('[') || text.includes(']')) throw new RangeError(`unbalanced bracket in: ${pattern}`)
  return text
}

function fill(text: string, slots: Slots): string {
  return text.replaceAll(SLOT, (_, name: string) => {
    const value = slots(name)
    if (value === undefined) throw new RangeError(`unknown slot {${name}} in: ${text}`)
    return value
  })
}
