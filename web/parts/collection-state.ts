import type { Api } from '../api/api.ts'
import { unlessProblem } from '../api/problem.ts'

/** The state of collecting, as far as readers need it. */
export interface CollectionState {
  /** Configured and not switched off. */
  readonly sources: number
  readonly failing: number
}

/** `null` if the service does not know; the view then shows its own error. */
export async function loadState(api: Api): Promise<CollectionState | null> {
  const health = await unlessProblem(api.health(), null)
  if (health === null) return null
  const { sources } = health.checks
  return { sources: sources.total ?? 0, failing: sources.failing ?? 0 }
}

export function areAllFailing(state: CollectionState | null): boolean {
  return state !== null && state.sources > 0 && state.failing >= state.sources
}
