import type { Page } from 'playwright-core'

/** From now on every shift of the layout is added up, in the unit of Cumulative Layout Shift. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.layoutShift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)
}

/** All shifts since the document began, once two frames were drawn. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(globalThis.layoutShift))))`)
}

/** What the document and everything it loaded took over the network, headers left out. */
export async function transferredBytes(page: Page): Promise<{ bytes: number; requests: number }> {
  return page.evaluate<{ bytes: number; requests: number }>(`(() => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    return { bytes: entries.reduce((sum, entry) => sum + entry.encodedBodySize, 0), requests: entries.length }
  })()`)
}

/** When the first text or picture was painted, ms after the navigation began. */
export async function firstContent(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime)
    }).observe({ type: 'paint', buffered: true }))`)
}
