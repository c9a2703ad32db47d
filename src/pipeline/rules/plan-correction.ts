import type { Article, Item } from '../../model/item.ts'
import type { CompiledRule } from './compile-rule.ts'
import { decideByRules, rewriteUrl, type Ruled } from './decide.ts'
import { ruleFacts, type RuleSubject } from './rule-facts.ts'

/** The result of the rules for a stored item. */
export type ItemPlan =
  | { readonly kind: 'delete'; readonly by: string }
  | {
      readonly kind: 'change'
      readonly changes: Partial<Ruled> & { readonly url?: string }
      readonly weight: number | undefined
      readonly held: readonly string[]
    }
  | { readonly kind: 'leave'; readonly held: readonly string[] }

/**
 * Applies rules to a stored item. Applying them again changes nothing more. For this reason a rewrite is left out if
 * the rules would rewrite its result again.
 *
 * @param others the other configured sources that carry the item: it is deleted only if the rules of all drop it
 */
export function planItem(
  rules: readonly CompiledRule[],
  others: readonly { readonly sourceId: string; readonly rules: readonly CompiledRule[] }[],
  article: Article,
): ItemPlan {
  const { item, contentText } = article
  const subject = { ...item, contentText, sourceId: item.source }
  const decision = decideByRules(rules, subject)
  if (decision.kind === 'drop') {
    const wanted = others.some(
      (other) => decideByRules(other.rules, { ...subject, sourceId: other.sourceId }).kind === 'keep',
    )
    return wanted ? { kind: 'leave', held: [] } : { kind: 'delete', by: decision.by }
  }
  const { held } = decision
  const changes = { ...newOnes(item, decision.changes, rules, subject), ...newUrl(rules, subject) }
  const weight = decision.weight === article.scoreParts.weight ? undefined : decision.weight
  return Object.keys(changes).length === 0 && weight === undefined
    ? { kind: 'leave', held }
    : { kind: 'change', changes, weight, held }
}

function newOnes(
  item: Item,
  { title, category, region, tags }: Partial<Ruled>,
  rules: readonly CompiledRule[],
  subject: RuleSubject,
): Partial<Ruled> {
  const retitled = title !== undefined && isStable(rules, { ...subject, title })
  return {
    ...(retitled ? { title } : {}),
    ...(category === undefined || category === item.category ? {} : { category }),
    ...(region === undefined || region === item.region ? {} : { region }),
    ...(tags === undefined || tags.join('\n') === item.tags.join('\n') ? {} : { tags }),
  }
}

/** Whether the rules leave their new title unchanged. */
function isStable(rules: readonly CompiledRule[], subject: RuleSubject): boolean {
  const again = decideByRules(rules, subject)
  return again.kind === 'drop' || again.changes.title === undefined
}

function newUrl(rules: readonly CompiledRule[], subject: RuleSubject): { readonly url?: string } {
  const url = rewriteUrl(rules, subject.url, () => ruleFacts(subject))
  if (url === subject.url) return {}
  return rewriteUrl(rules, url, () => ruleFacts({ ...subject, url })) === url ? { url } : {}
}
