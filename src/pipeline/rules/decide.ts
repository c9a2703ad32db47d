import type { ItemDraft } from '../../model/item.ts'
import { oneLine } from '../../text/html/text-of-html.ts'
import { displayUrl } from '../../url/url.ts'
import { MAX_TAGS } from '../normalise/normalise.ts'
import { cutText } from '../normalise/summary.ts'
import { defused, MAX_TITLE_CHARS } from '../normalise/title.ts'
import type { CompiledRule } from './compile-rule.ts'
import { ruleFacts, type RuleFacts, type RuleSubject } from './rule-facts.ts'

/** The parts of an item that rules can change. */
export type Ruled = Pick<ItemDraft, 'title' | 'category' | 'region' | 'tags'>

/** What rules make of an entry. */
export type Decision =
  | { readonly kind: 'drop'; readonly by: string }
  | {
      readonly kind: 'keep'
      /** What the rules set; a part that none of them sets is left out. */
      readonly changes: Partial<Ruled>
      /** In place of the source's; `undefined` where no rule sets it. */
      readonly weight: number | undefined
      /** Labels of the rules that hold, in their order. */
      readonly held: readonly string[]
    }

/**
 * Decides by rules what becomes of an entry. Every condition looks at the entry as it came, whatever rules before it
 * changed. The first rule that says of something what it is to be decides that; tags to be added and rewrites add up.
 * After the first `keep` nothing drops the entry, and after a `drop` nothing else matters.
 */
export function decideByRules(rules: readonly CompiledRule[], subject: RuleSubject): Decision {
  const facts = ruleFacts(subject)
  const held: CompiledRule[] = []
  let isKept = false
  for (const rule of rules) {
    const { verdict } = rule.action
    // Nothing that it could still do: its condition need not be looked at.
    if (isKept && verdict === 'drop') continue
    if (!rule.holds(facts)) continue
    if (verdict === 'drop') return { kind: 'drop', by: rule.label }
    isKept ||= verdict === 'keep'
    held.push(rule)
  }
  return {
    kind: 'keep',
    changes: { ...labelsOf(held), ...tagsOf(held, subject.tags), ...titleOf(held, subject.title) },
    weight: firstOf(held, 'weight'),
    held: held.map(({ label }) => label),
  }
}

/** The address that rules make of an entry's, http or https; as it is where they make none of it. */
export function rewriteUrl(rules: readonly CompiledRule[], url: string, facts: () => RuleFacts): string {
  const rewriting = rules.filter((rule) => rule.rewriteUrl !== undefined)
  const rewritten = rewriting
    .filter((rule) => rule.holds(facts()))
    .reduce((address, rule) => rule.rewriteUrl?.(address) ?? address, url)
  return rewritten === url ? url : (displayUrl(rewritten) ?? url)
}

function firstOf<K extends 'category' | 'region' | 'weight' | 'tags'>(
  held: readonly CompiledRule[],
  key: K,
): CompiledRule['action'][K] | undefined {
  return held.find(({ action }) => action[key] !== undefined)?.action[key]
}

function labelsOf(held: readonly CompiledRule[]): Partial<Ruled> {
  const category = firstOf(held, 'category')
  const region = firstOf(held, 'region')
  return { ...(category === undefined ? {} : { category }), ...(region === undefined ? {} : { region }) }
}

function tagsOf(held: readonly CompiledRule[], own: readonly string[]): Partial<Ruled> {
  const set = firstOf(held, 'tags')
  const added = held.flatMap(({ action }) => action.addTags ?? [])
  if (set === undefined && added.length === 0) return {}
  const before = distinct(set ?? own, [])
  // What rules add stays where there are too many.
  const fresh = distinct(added, before).slice(0, MAX_TAGS)
  return { tags: [...before.slice(0, MAX_TAGS - fresh.length), ...fresh] }
}

/** Each once, whatever its case, and none that is among `others`. */
function distinct(tags: readonly string[], others: readonly string[]): string[] {
  const seen = new Set(others.map((tag) => tag.toLowerCase()))
  return tags.filter((tag) => {
    const folded = tag.toLowerCase()
    return !seen.has(folded) && seen.add(folded)
  })
}

function titleOf(held: readonly CompiledRule[], own: string): Partial<Ruled> {
  const rewritten = held.reduce((title, rule) => rule.rewriteTitle?.(title) ?? title, own)
  const title = rewritten === own ? own : cutText(defused(oneLine(rewritten)), MAX_TITLE_CHARS)
  return title === own || title === '' ? {} : { title }
}
