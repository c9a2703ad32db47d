import type { Page } from 'playwright-core'

/** Addresses of what the browser has in the caches whose names begin so, oldest first. */
export function keptIn(page: Page, names: string): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const all = (await caches.keys()).filter((name) => name.startsWith('${names}'))
    const kept = await Promise.all(all.map(async (name) => (await caches.open(name)).keys()))
    return kept.flat().map(({ url }) => url)
  })()`)
}
