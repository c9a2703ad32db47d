import type { Api } from '../api/api.ts'
import { unlessProblem } from '../api/problem.ts'
import { usePage } from '../page-context.ts'
import { Note } from './problem-note.tsx'

/** Why the collection is empty, and what to do about it. */
export function NothingYet({ state }: { readonly state: CollectionState | null }) {
  const { words, link } = usePage()
  const { nothing } = words
  if (state?.sources === 0) {
    return (
      <Note title={nothing.noSources}>
        <p>{nothing.noSourcesTry}</p>
        <pre>
          <code>content-digest init</code>
        </pre>
      </Note>
    )
  }
  const isFailing = areAllFailing(state)
  return (
    <Note title={isFailing ? nothing.allFailing : nothing.noItems}>
      <p>
        {isFailing ? nothing.allFailingTry : nothing.noItemsTry}{' '}
        <a href={link('/sources')}>{words.nav.sources}</a>
      </p>
    </Note>
  )
}

/** A note above the items that all sources fail, so no new items will come. */
export function FailingNote({ state }: { readonly state: CollectionState | null }) {
  const { words, link } = usePage()
  if (!areAllFailing(state)) return null
  return (
    <p class="strip" role="status">
      {words.nothing.allFailing} <a href={link('/sources')}>{words.nav.sources}</a>
    </p>
  )
}

export interface CollectionState {
  /** Configured and enabled. */
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

function areAllFailing(state: CollectionState | null): boolean {
  return state !== null && state.sources > 0 && state.failing >= state.sources
}
