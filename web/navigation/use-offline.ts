import { useEffect } from 'preact/hooks'
import type { PageContext } from '../page-context.ts'
import type { PageLocation } from '../page-location.ts'
import { type Shown, shownJson } from '../show.ts'
import type { State } from '../state.ts'
import { prepareOffline } from '../worker/offline-shell.ts'
import { forgetViews, keepView } from './kept-views.ts'

/** Delay for work that can wait until the view is complete. */
const COMPLETE_MS = 2_000

interface SeenView {
  readonly pageLocation: PageLocation
  readonly shown: Shown
  /** Set for an offline copy. */
  readonly keptAt?: number
}

interface Around extends Pick<PageContext, 'words' | 'preferences'> {
  readonly clock: () => number
}

/** Keeps each shown view for reading offline, and deletes all of them if the service asks for a key. */
export function useOffline(state: State, seen: SeenView, { words, preferences, clock }: Around): void {
  const { prefix, feedKey, isKeyKept } = state
  // A key that the browser itself sends ends with its window, which the page cannot notice.
  const mayKeep = feedKey === undefined || isKeyKept
  useEffect(() => {
    const { shown, pageLocation, keptAt } = seen
    if (shown.kind === 'problem') {
      if (shown.problem.status === 401) void forgetViews(prefix)
    } else if (mayKeep && keptAt === undefined) {
      const title = shown.opened.title(words) ?? words.nav.front
      void keepView(prefix, { title, pageLocation, keptAt: clock(), shown: shownJson(shown) })
    }
  }, [seen])
  useEffect(() => {
    if (!mayKeep) return
    const complete = setTimeout(() => void prepareOffline(state, preferences), COMPLETE_MS)
    return () => clearTimeout(complete)
  }, [preferences])
}
