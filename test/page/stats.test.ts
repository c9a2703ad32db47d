import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Stats } from '../../web/api/types.ts'
import { ask } from '../api/ask.ts'
import { NOW, openWorld } from '../api/world.ts'
import { hasBrowser } from '../browser.ts'
import { openService } from './open-service.ts'
import { openReader } from './reader.ts'
import { readingOf } from './reading-of.ts'
import { openTroubledWorld } from './troubled-world.ts'

describe.skipIf(!hasBrowser('the statistics in a browser'))('the statistics', () => {
  // Everything here is there before any script runs.
  const reading = readingOf(() => openWorld(400), { now: NOW, javaScriptEnabled: false })
  let page: Page
  let stats: Stats

  beforeAll(async () => {
    stats = (await ask(`${reading.base}/api/stats`)).json as Stats
  })

  beforeEach(async () => {
    page = reading.page
    await page.goto(`${reading.base}/stats`)
  })

  const numbers = async (selector: string) => (await page.locator(selector).allTextContents()).map(Number)

  it('open with the numbers that the interface gives', async () => {
    const cards = await page.locator('.fact-cards strong').allTextContents()

    const { items, stories, sources, collector, duplicates } = stats
    expect(cards.slice(0, 5).map(Number)).toEqual([
      items.total,
      stories.total,
      sources.total,
      collector.visitsLast24h,
      duplicates.merged,
    ])
    expect(cards[5]).toMatch(/^[\d.,]+ [kM]?B$|^[\d.,]+ byte$/)
  })

  it('stack the items of each day by category, and say each number in a table too', async () => {
    const days = stats.byDay.slice(-14)
    await page.locator('.chart-numbers summary').click()

    const totals = await numbers('.chart-total')
    const header = await page.locator('.chart-numbers thead th').allTextContents()
    const last = await page.locator('.chart-numbers tbody tr:last-child td').allTextContents()

    // The first day of the collection may lie within the 14.
    expect(totals).toEqual(days.map(({ count }) => count))
    expect(header).toEqual(['Day', 'Technology', 'Science', 'General', 'Total'].toSorted(byOrderOf(header)))
    const today = stats.byDay.at(-1)
    expect(last.map(Number).reduce((sum, count) => sum + count, 0)).toBe(2 * (today?.count ?? 0))
  })

  it('show every hour of the week with its number', async () => {
    const counts = await numbers('.chart-week td')

    expect(counts).toEqual(stats.byHourOfWeek)
  })

  it('share the collection among sources, categories, languages and regions', async () => {
    const tables = page.locator('.chart-shares')

    const captions = await tables.locator('caption').allTextContents()
    const bySource = (await tables.first().locator('.chart-number').allTextContents()).map(Number)

    expect(captions).toEqual(['Sources', 'Categories', 'Languages', 'Regions'])
    expect(bySource).toEqual(stats.bySource.map(({ count }) => count))
    const href = await tables.nth(1).locator('a').first().getAttribute('href')
    expect(href).toBe(`/list?category=${stats.byCategory[0]?.name}`)
  })

  it('keep the numbers of hours legible where it is narrow: days become columns', async () => {
    await page.setViewportSize({ width: 360, height: 800 })

    const cells = page.locator('.chart-week tr:nth-child(2) td')
    const [first, second] = [await cells.nth(0).boundingBox(), await cells.nth(1).boundingBox()]

    expect(second?.y ?? 0).toBeGreaterThan(first?.y ?? 0)
    expect(first?.width ?? 0).toBeGreaterThan(30)
  })

  it('speak German', async () => {
    const german = await openReader(reading.browser, { base: reading.base, locale: 'de-DE' })
    await german.page.goto(`${reading.base}/stats`)

    expect(await german.page.locator('h1').innerText()).toBe('Statistik')
    expect(await german.page.locator('.chart-week').innerText()).toContain('Mo')
    await german.close()
  })

  it('say so where there is nothing to count', async () => {
    const empty = await openTroubledWorld([])
    const lonely = await openService({ store: empty.store, now: () => NOW })

    const { status, text } = await ask(`${lonely.base}/stats`)

    expect(status).toBe(200)
    expect(text).toContain('No statistics yet.')
    await lonely.close()
    await empty.close()
  })
})

/** Orders as `shown` does; what is missing there comes last and shows. */
function byOrderOf(shown: readonly string[]): (a: string, b: string) => number {
  const rank = (name: string) => (shown.indexOf(name) + shown.length + 1) % (shown.length + 1)
  return (a, b) => rank(a) - rank(b)
}
