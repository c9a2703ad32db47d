import type { Article, Item } from '../../model/item.ts'
import { qualityOf, scoreOf } from '../../model/score.ts'
import type { Source } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'
import type { ReadStore } from '../../store/read-store.ts'
import type { CorrectionRecord, ItemCorrection } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import type { CompiledRule, RuleBook } from './compile-rule.ts'
import { type Decision, decideByRules, rewriteUrl, type Ruled } from './decide.ts'
import { ruleFacts, type RuleSubject } from './rule-facts.ts'

interface RuleTally {
  /** Items that match; for a rule that drops, the items that it deletes. */
  readonly items: number
  /** Titles of the newest matching items. */
  readonly samples: readonly string[]
}

/** The effect of all rules on the stored items. */
export interface RulesReport {
  readonly looked: number
  readonly deleted: number
  readonly changed: number
  readonly byRule: ReadonlyMap<string, RuleTally>
  /** Highest processed id, after which an interrupted run can continue. */
  readonly lastId: number
}

export interface ApplyDeps {
  readonly store: Pick<ReadStore, 'listArticles'>
  readonly rules: RuleBook
  /** The configured sources. Items of other sources get only the rules for all sources. */
  readonly sources: readonly Source[]
  /** Saves a batch. Without it, nothing changes. */
  readonly save?: Store['saveCorrections']
  readonly now: () => EpochMs
  /** Called after each batch, which is one transaction. */
  readonly onBatch?: (report: RulesReport) => void
}

/** Items per transaction: a visit then waits only a few milliseconds. */
const BATCH = 200
const SAMPLES = 3

/**
 * Applies the rules to every stored item and saves the changes in batches. It is idempotent, so an interrupted run can
 * be repeated or continue after `afterId`.
 */
export async function applyRules(
  deps: ApplyDeps,
  afterId: number,
  signal: AbortSignal,
): Promise<RulesReport> {
  const sources = new Map(deps.sources.map((source) => [source.id, source]))
  const rulesOf = (id: string): readonly CompiledRule[] => deps.rules.of(sources.get(id) ?? { id })
  const byRule = new Map<string, RuleTally>()
  let report: RulesReport = { looked: 0, deleted: 0, changed: 0, byRule, lastId: afterId }

  while (!signal.aborted) {
    const articles = await deps.store.listArticles(report.lastId, BATCH)
    const last = articles.at(-1)
    if (last === undefined) break
    const plans = articles.map((article) => {
      const others = article.item.alsoIn.filter((id) => sources.has(id))
      const theirs = others.map((sourceId) => ({ sourceId, rules: rulesOf(sourceId) }))
      return { article, plan: planItem(rulesOf(article.item.source), theirs, article) }
    })
    for (const { article, plan } of plans) tally(byRule, article, plan)

    const record = recordOf(plans, deps)
    const { deletes, corrections } = record
    if (deletes.length + corrections.length > 0) await deps.save?.(record)
    report = {
      looked: report.looked + articles.length,
      deleted: report.deleted + deletes.length,
      changed: report.changed + corrections.length,
      byRule,
      lastId: last.item.id,
    }
    deps.onBatch?.(report)
  }
  return report
}

function tally(byRule: Map<string, RuleTally>, { item }: Article, plan: ItemPlan): void {
  for (const label of plan.kind === 'drop' ? [plan.by] : plan.held) {
    const { items, samples } = byRule.get(label) ?? { items: 0, samples: [] }
    byRule.set(label, { items: items + 1, samples: [item.title, ...samples].slice(0, SAMPLES) })
  }
}

type ItemPlan =
  | Extract<Decision, { kind: 'drop' }>
  | (Extract<Decision, { kind: 'keep' }> & { readonly changes: { readonly url?: string } })

interface Planned {
  readonly article: Article
  readonly plan: ItemPlan
}

function recordOf(plans: readonly Planned[], { now }: ApplyDeps): CorrectionRecord {
  const deletes = plans.flatMap(({ article, plan }) => (plan.kind === 'drop' ? [article.item.id] : []))
  const corrections = plans.flatMap(({ article, plan }): ItemCorrection[] => {
    if (plan.kind === 'drop') return []
    const { item, scoreParts } = article
    const itemId = item.id
    if (plan.weight === undefined)
      return Object.keys(plan.changes).length === 0 ? [] : [{ itemId, ...plan.changes }]
    const parts = { ...scoreParts, weight: plan.weight }
    const hot = article.hot + Math.log2(qualityOf(parts) / qualityOf(scoreParts))
    return [{ itemId, ...plan.changes, score: { itemId, score: scoreOf(parts), hot, parts } }]
  })
  return { at: now(), deletes, corrections }
}

/**
 * Applies rules to a stored item, idempotently: a rewrite is skipped if the rules would rewrite its result again.
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
    return wanted ? { kind: 'keep', changes: {}, weight: undefined, held: [] } : decision
  }
  const changes = { ...newOnes(item, decision.changes, rules, subject), ...newUrl(rules, subject) }
  const weight = decision.weight === article.scoreParts.weight ? undefined : decision.weight
  return { ...decision, changes, weight }
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

/** Whether the rules would keep their own new title. */
function isStable(rules: readonly CompiledRule[], subject: RuleSubject): boolean {
  const again = decideByRules(rules, subject)
  return again.kind === 'drop' || again.changes.title === undefined
}

function newUrl(rules: readonly CompiledRule[], subject: RuleSubject): { readonly url?: string } {
  const url = rewriteUrl(rules, subject.url, () => ruleFacts(subject))
  if (url === subject.url) return {}
  return rewriteUrl(rules, url, () => ruleFacts({ ...subject, url })) === url ? { url } : {}
}
