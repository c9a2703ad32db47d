import type { ItemDraft } from '../../model/item.ts'
import { oneLine } from '../../text/html/text-of-html.ts'
import { displayUrl } from '../../url/url.ts'
import { defused } from '../normalise/defused.ts'
import { MAX_TAGS } from '../normalise/normalise.ts'
import { cutText } from '../normalise/summary.ts'
import { MAX_TITLE_CHARS } from '../normalise/title.ts'
import type { CompiledRule } from './compile-rule.ts'
import { ruleFacts, type RuleFacts, type RuleSubject } from './rule-facts.ts'

/** The parts of an item that rules can change. */
export type Ruled = Pick<ItemDraft, 'title' | 'category' | 'region' | 'tags'>

/** The result of the rules for an entry. */
export type Decision =
  | { readonly kind: 'drop'; readonly by: string }
  | {
      readonly kind: 'keep'
      readonly changes: Partial<Ruled>
      /** Replaces the weight of the source; `undefined` if no rule sets it. */
      readonly weight: number | undefined
      /** Labels of the rules whose conditions hold, in the order of the rules. */
      readonly held: readonly string[]
    }

/**
 * Applies rules to an entry. Conditions test the original entry, not earlier changes. The first rule that sets a part
 * wins; added tags and rewrites accumulate. After `keep` no rule drops the entry; after `drop` the remaining rules are
 * ignored.
 */
export function decideByRules(rules: readonly CompiledRule[], subject: RuleSubject): Decision {
  const facts = ruleFacts(subject)
  const held: CompiledRule[] = []
  let isKept = false
  for (const rule of rules) {
    const { verdict } = rule.action
    // A drop has no effect after a keep.
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

/** The address of an entry after the rules. An address that is not http or https is ignored. */
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
  // If there are too many tags, those of rules are kept.
  const fresh = distinct(added, before).slice(0, MAX_TAGS)
  return { tags: [...before.slice(0, MAX_TAGS - fresh.length), ...fresh] }
}

/** Each tag once, ignoring case, without those in `others`. */
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
