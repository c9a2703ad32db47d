import type { Page } from 'playwright-core'
import { ask } from '../api/ask.ts'

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

/**
 * What the document and everything it loaded take over the network, headers left out. They are asked for
 * again as a browser asks that has none of it yet: what Chromium itself says is 0 for what it still remembers.
 */
export async function transferredBytes(page: Page): Promise<{ bytes: number; requests: number }> {
  const addresses = await page.evaluate<string[]>(
    `[location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)]`,
  )
  const answers = await Promise.all(
    [...new Set(addresses)].map((address) => ask(address, { headers: { 'accept-encoding': 'gzip, br' } })),
  )
  const bytes = answers.reduce((sum, answer) => sum + answer.bytes.length, 0)
  return { bytes, requests: answers.length }
}

/** When the first text or picture was painted, ms after the navigation began. */
export async function firstContent(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime)
    }).observe({ type: 'paint', buffered: true }))`)
}
