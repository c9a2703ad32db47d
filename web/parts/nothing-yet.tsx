import { usePage } from '../page-context.ts'
import { areAllFailing, type CollectionState } from './collection-state.ts'
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

/** A note above the items if all sources fail, because no new items will come. */
export function FailingNote({ state }: { readonly state: CollectionState | null }) {
  const { words, link } = usePage()
  if (!areAllFailing(state)) return null
  return (
    <p class="strip" role="status">
      {words.nothing.allFailing} <a href={link('/sources')}>{words.nav.sources}</a>
    </p>
  )
}
