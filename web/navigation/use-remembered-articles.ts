import { useCallback, useState } from 'preact/hooks'
import type { PageContext } from '../page-context.ts'
import { type SavedItem, savedItems, toggleSaved } from './saved-items.ts'
import { readStored, writeStored } from './stored.ts'

const NOTHING_READ: ReadonlySet<number> = new Set()

interface RememberedArticles extends Pick<
  PageContext,
  'read' | 'markRead' | 'hidesRead' | 'hideRead' | 'saved' | 'toggleSaved'
> {
  /** Reads what the browser keeps. It is called after the first render, which must equal the server's. */
  readonly load: () => void
}

/** The articles that this browser remembers as read or saved. */
export function useRememberedArticles(clock: () => number): RememberedArticles {
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

const KEY = 'digest-read'

/** Maximum number of articles remembered as read, the latest ones. */
const MAX_REMEMBERED = 5_000

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'number')

const HIDES_KEY = 'digest-hides-read'

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

function hidesReadArticles(): boolean {
  return readStored(HIDES_KEY, isFlag, false)
}

function rememberHidesRead(hides: boolean): void {
  writeStored(HIDES_KEY, hides)
}

/** Ids of the articles that were opened in this browser. They are never sent anywhere. */
function readArticles(): ReadonlySet<number> {
  return new Set(readStored(KEY, isIds, []))
}

/** @returns the ids of all articles remembered as read */
function rememberRead(ids: readonly number[]): ReadonlySet<number> {
  const fresh = new Set(ids)
  const kept = [...readArticles()].filter((known) => !fresh.has(known))
  const all = [...kept, ...fresh].slice(-MAX_REMEMBERED)
  writeStored(KEY, all)
  return new Set(all)
}
