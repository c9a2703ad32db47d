import { useCallback, useState } from 'preact/hooks'
import type { PageContext } from '../page-context.ts'
import { hidesReadArticles, readArticles, rememberHidesRead, rememberRead } from './read-marks.ts'
import { type SavedItem, savedItems, toggleSaved } from './saved-items.ts'

const NOTHING_READ: ReadonlySet<number> = new Set()

interface Marks extends Pick<
  PageContext,
  'read' | 'markRead' | 'hidesRead' | 'hideRead' | 'saved' | 'toggleSaved'
> {
  /** The first render is the server's, which knows of none. */
  readonly load: () => void
}

/** What this browser remembers of articles: read, saved. */
export function useMarks(clock: () => number): Marks {
  const [read, setRead] = useState(NOTHING_READ)
  const [hidesRead, setHidesRead] = useState(false)
  const [saved, setSaved] = useState<readonly SavedItem[]>([])
  return {
    read,
    hidesRead,
    saved,
    markRead: useCallback((ids: readonly number[]) => setRead(rememberRead(ids)), []),
    hideRead: useCallback((hides: boolean) => {
      rememberHidesRead(hides)
      setHidesRead(hides)
    }, []),
    toggleSaved: useCallback(
      (item: Omit<SavedItem, 'savedAt'>) => setSaved(toggleSaved(item, clock())),
      [clock],
    ),
    load: useCallback(() => {
      setRead(readArticles())
      setHidesRead(hidesReadArticles())
      setSaved(savedItems())
    }, []),
  }
}
