import type { PageLocation } from '../page-location.ts'

/**
 * Restores the reader's place in a view: the focus on the headline they come from, so that `j` continues there, and the
 * scroll position.
 *
 * @param scroll px
 */
export function restorePlace(scroll: number, left: PageLocation | undefined): void {
  let reached: number
  const restore = (): boolean => {
    const headline = left === undefined ? null : headlineOf(left)
    headline?.focus({ preventScroll: true })
    scrollTo(0, scroll)
    if (headline !== null && !isInSight(headline)) headline.scrollIntoView({ block: 'nearest' })
    reached = scrollY
    return reached + 1 < scroll && document.querySelector('.more a') !== null
  }
  growth?.disconnect()
  // A reloaded list has only its first page, and loads the next one at its end.
  growth = new ResizeObserver(() => {
    if (scrollY !== reached || !restore()) growth?.disconnect()
  })
  if (restore()) growth.observe(document.body)
}

/** Restores the place again whenever the list has grown. */
let growth: ResizeObserver | undefined

/** The headline of an article or story in the list. */
function headlineOf({ path, query: { id = '' } }: PageLocation): HTMLElement | null {
  if (path === '/article') return document.querySelector(`main a[data-item="${CSS.escape(id)}"]`)
  if (path !== '/story') return null
  const link = document.querySelector(`main a[href$="/story?id=${CSS.escape(id)}"]`)
  return link?.closest('li')?.querySelector<HTMLElement>('a[data-item]') ?? null
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
