import { useRef, useState } from 'preact/hooks'
import { ProblemError, type Problem } from '../api/problem.ts'
import { usePage } from '../page-context.ts'
import { type ListAddress, type ListPage, loadPage } from './list-data.ts'

/** Key of the loaded pages, which going back restores. */
const KEPT = 'list'

/** All pages loaded so far, joined. */
interface Loaded extends ListPage {
  readonly pages: number
}

/** The loaded part of a list, and a function that loads the next page. */
export interface More {
  readonly loaded: Loaded
  /** Why the last page could not be loaded. */
  readonly problem: Problem | undefined
  readonly loadMore: () => Promise<void>
}

export function useMore(address: ListAddress, first: ListPage): More {
  const { api, kept } = usePage()
  const [loaded, setLoaded] = useState<Loaded>(
    () => (kept.get(KEPT) as Loaded | undefined) ?? { ...first, pages: 1 },
  )
  const [problem, setProblem] = useState<Problem>()
  const isLoading = useRef(false)

  const loadMore = async () => {
    if (api === undefined || loaded.nextCursor === null || isLoading.current) return
    isLoading.current = true
    setProblem(undefined)
    try {
      const next = await loadPage(api, address, loaded.nextCursor)
      const known = new Set(loaded.items.map(({ id }) => id))
      const all = {
        items: [...loaded.items, ...next.items.filter(({ id }) => !known.has(id))],
        total: next.total,
        nextCursor: next.nextCursor,
        pages: loaded.pages + 1,
      }
      kept.set(KEPT, all)
      setLoaded(all)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      setProblem(error.problem)
    } finally {
      isLoading.current = false
    }
  }
  return { loaded, problem, loadMore }
}
