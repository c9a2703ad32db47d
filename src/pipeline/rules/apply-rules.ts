import type { Article } from '../../model/item.ts'
import { qualityOf, scoreOf } from '../../model/score.ts'
import type { Source } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'
import type { ReadStore } from '../../store/read-store.ts'
import type { CorrectionRecord, ItemCorrection } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import type { CompiledRule, RuleBook } from './compile-rule.ts'
import { type ItemPlan, planItem } from './plan-correction.ts'

/** The effect of one rule on the stored items. */
interface RuleTally {
  /** Number of items that match; of a rule that drops items, the number that it deletes. */
  readonly items: number
  /** Titles of the newest of these items. */
  readonly samples: readonly string[]
}

/** The effect of all rules on the stored items. */
export interface RulesReport {
  readonly looked: number
  readonly deleted: number
  readonly changed: number
  /** By the rule's label. */
  readonly byRule: ReadonlyMap<string, RuleTally>
  /** Highest id that was processed. An interrupted run can continue after it. */
  readonly lastId: number
}

export interface ApplyDeps {
  readonly store: Pick<ReadStore, 'listArticles'>
  readonly rules: RuleBook
  /** The configured sources. Items of other sources get only the rules for all sources. */
  readonly sources: readonly Source[]
  /** Saves the changes of a batch. Without it, nothing is changed. */
  readonly save?: Store['saveCorrections']
  readonly now: () => EpochMs
  /** Called after each batch, which is one transaction. */
  readonly onBatch?: (report: RulesReport) => void
}

/** Items in one transaction. A visit waits a few milliseconds for it at most. */
const BATCH = 200
const SAMPLES = 3

/**
 * Applies the rules to every stored item and saves the changes in batches. Applying them again changes nothing
 * more, so an interrupted run can start again or continue after `afterId`.
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
  for (const label of plan.kind === 'delete' ? [plan.by] : plan.held) {
    const { items, samples } = byRule.get(label) ?? { items: 0, samples: [] }
    byRule.set(label, { items: items + 1, samples: [item.title, ...samples].slice(0, SAMPLES) })
  }
}

interface Planned {
  readonly article: Article
  readonly plan: ItemPlan
}

function recordOf(plans: readonly Planned[], { now }: ApplyDeps): CorrectionRecord {
  const deletes = plans.flatMap(({ article, plan }) => (plan.kind === 'delete' ? [article.item.id] : []))
  const corrections = plans.flatMap(({ article, plan }): ItemCorrection[] => {
    if (plan.kind !== 'change') return []
    const { item, scoreParts } = article
    const itemId = item.id
    if (plan.weight === undefined) return [{ itemId, ...plan.changes }]
    const parts = { ...scoreParts, weight: plan.weight }
    const hot = article.hot + Math.log2(qualityOf(parts) / qualityOf(scoreParts))
    return [{ itemId, ...plan.changes, score: { itemId, score: scoreOf(parts), hot, parts } }]
  })
  return { at: now(), deletes, corrections }
}
