const KEY = 'digest-read'

/** Articles remembered, the latest; beyond that nobody sees the mark again. */
const MOST = 5_000

/** Ids of articles opened in this browser; nobody else ever learns of them. */
export function readArticles(): ReadonlySet<number> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [])
  } catch {
    // Storage that is off or spoilt by hand: nothing is marked.
    return new Set()
  }
}

/** @returns all that are remembered now */
export function rememberRead(id: number): ReadonlySet<number> {
  const ids = [...readArticles()].filter((known) => known !== id)
  const kept = [...ids, id].slice(-MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Full or off: the marks last as long as the document.
  }
  return new Set(kept)
}
