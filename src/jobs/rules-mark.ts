import type { Collected } from '../domain/entry.ts'
import { NO_VALIDATORS, type SourceState } from '../domain/source.ts'

/** Before the mark, at the end of a document's hash. */
const BEFORE_MARK = '~'

/**
 * The state of a source as the present rules see it: a document that was read under other rules is asked for as if it
 * were new, since entries that those dropped may come in now.
 *
 * @param mark of the present rules; empty where there are none
 */
export function stateByRules(state: SourceState | undefined, mark: string): SourceState | undefined {
  if (state === undefined || state.documentHash === null) return state
  const [documentHash = '', before = ''] = state.documentHash.split(BEFORE_MARK)
  if (before === mark) return { ...state, documentHash }
  // Not `null`: that says that the source was never read.
  return { ...state, validators: NO_VALIDATORS, documentHash: '' }
}

/** What came, its document's hash marked with the rules that its entries are taken in by. */
export function markedByRules(collected: Collected, mark: string): Collected {
  if (collected.kind !== 'entries' || mark === '') return collected
  return { ...collected, documentHash: `${collected.documentHash}${BEFORE_MARK}${mark}` }
}
