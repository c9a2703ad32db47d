import { useCallback, useState } from 'preact/hooks'
import type { PageContext } from '../page-context.ts'
import { type SavedItem, savedItems, toggleSaved } from './saved-items.ts'
import { isNumber, readStored, writeStored } from './stored.ts'

/** The part that all components can use. */
type Remembered = Pick<
  PageContext,
  'read' | 'markRead' | 'toggleRead' | 'hidesRead' | 'hideRead' | 'saved' | 'toggleSaved'
>

/** On the server, and before hydration. */
export const NOTHING_REMEMBERED: Remembered = {
  read: new Set(),
  markRead: () => undefined,
  toggleRead: () => undefined,
  hidesRead: false,
  hideRead: () => undefined,
  saved: [],
  toggleSaved: () => undefined,
}

interface RememberedArticles extends Remembered {
  /** Reads stored values, after the first render, which must equal the server's. */
  readonly load: () => void
}

/** The articles that this browser remembers as read or saved. */
export function useRememberedArticles(clock: () => number): RememberedArticles {
  const [read, setRead] = useState(NOTHING_REMEMBERED.read)
  const [hidesRead, setHidesRead] = useState(false)
  const [saved, setSaved] = useState<readonly SavedItem[]>([])
  return {
    read,
    hidesRead,
    saved,
    markRead: useCallback((ids: readonly number[]) => setRead(rememberRead(ids)), []),
    toggleRead: useCallback((id: number) => setRead(toggleRead(id)), []),
    hideRead: useCallback((hides: boolean) => {
      writeStored(HIDES_KEY, hides)
      setHidesRead(hides)
    }, []),
    toggleSaved: useCallback(
      (item: Omit<SavedItem, 'savedAt'>) => setSaved(toggleSaved(item, clock())),
      [clock],
    ),
    load: useCallback(() => {
      setRead(readArticles())
      setHidesRead(readStored(HIDES_KEY, isFlag, false))
      setSaved(savedItems())
    }, []),
  }
}

const KEY = 'digest-read'

/** Read articles remembered, the latest ones. */
const MAX_REMEMBERED = 5_000

const isIds = (value: unknown): value is number[] => Array.isArray(value) && value.every(isNumber)

const HIDES_KEY = 'digest-hides-read'

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

/** Ids of articles opened in this browser. They are never sent anywhere. */
function readArticles(): ReadonlySet<number> {
  return new Set(readStored(KEY, isIds, []))
}

/** @returns the ids of all articles remembered as read */
function rememberRead(ids: readonly number[]): ReadonlySet<number> {
  const fresh = new Set(ids)
  const others = [...readArticles()].filter((known) => !fresh.has(known))
  return rememberAll([...others, ...fresh])
}

/** Marks an article as read, or as not read. @returns the ids of all articles remembered as read */
function toggleRead(id: number): ReadonlySet<number> {
  const known = [...readArticles()]
  const others = known.filter((other) => other !== id)
  return rememberAll(others.length < known.length ? others : [...known, id])
}

function rememberAll(ids: readonly number[]): ReadonlySet<number> {
  const latest = ids.slice(-MAX_REMEMBERED)
  writeStored(KEY, latest)
  return new Set(latest)
}
