import type { FetchResult, Entry } from '../../model/entry.ts'
import type { EntryDraft, ItemDraft } from '../../model/item.ts'
import type { Source } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'
import { loadLanguages } from '../../text/language/language.ts'
import { readsPages } from '../article-pages.ts'
import { entryContext, normalizeEntry } from '../normalise/normalise.ts'
import type { Drafted } from '../recognise.ts'
import type { CompiledRule } from './compile-rule.ts'
import { decideByRules, rewriteUrl } from './decide.ts'
import { ruleFacts, type RuleSubject } from './rule-facts.ts'

/** An entry after the rules; `undefined` if a rule drops it. */
export function ruleDraft(
  rules: readonly CompiledRule[],
  source: Pick<Source, 'id'>,
  draft: ItemDraft,
): Pick<Drafted, 'draft' | 'weight'> | undefined {
  if (rules.length === 0) return { draft, weight: undefined }
  const decision = decideByRules(rules, { ...draft, sourceId: source.id })
  if (decision.kind === 'drop') return undefined
  return { draft: { ...draft, ...decision.changes }, weight: decision.weight }
}

/**
 * Applies the rules that come first. Addresses are rewritten, since they identify articles. If the source's pages are
 * read, dropped entries are removed, so that their pages are not requested.
 */
export async function ruleCollected(
  rules: readonly CompiledRule[],
  source: Source,
  collected: FetchResult,
  now: EpochMs,
): Promise<FetchResult> {
  if (collected.kind !== 'entries') return collected
  const rewrites = rules.some((rule) => rule.rewriteUrl !== undefined)
  const drops = readsPages(source) && rules.some(({ action }) => action.verdict === 'drop')
  if (!rewrites && !drops) return collected

  // Conditions must see the same fields here as when the entry is saved, including the language.
  await loadLanguages()
  const context = entryContext(source, collected.feed, collected.entries, now)
  const entries = collected.entries.flatMap((entry): Entry[] => {
    let made: EntryDraft | undefined
    const subject = (): RuleSubject => ({ ...(made ??= normalizeEntry(entry, context)), sourceId: source.id })
    if (drops && decideByRules(rules, subject()).kind === 'drop') return []
    if (!rewrites || entry.url === undefined) return [entry]
    const url = rewriteUrl(rules, entry.url, () => ruleFacts(subject()))
    return [url === entry.url ? entry : { ...entry, url }]
  })
  return { ...collected, entries }
}
