import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNewsroom } from '../../sample/newsroom.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import { en } from '../../web/words/en.ts'
import { askPage } from '../api/ask.ts'
import { type Browser, hasBrowser, keptBrowser } from '../browser.ts'
import { type CollectedWorld, openCollectedWorld } from './collected-world.ts'
import { keptIn } from './kept-in.ts'
import { layoutShift, watchLayout } from './measures.ts'
import { OUTLETS } from './newsroom-world.ts'
import { openService, type Service } from './open-service.ts'
import { alive, openReader, type Reader } from './reader.ts'

/** A Tuesday, 12:00 in Berlin, and the same time of the next day. */
const TUESDAY = Date.parse('2026-03-10T11:00:00.000Z')
const WEDNESDAY = TUESDAY + 24 * HOUR_MS

/** The second day of reading has at least so many new stories in the collection. */
const MIN_NEW = 30

describe.skipIf(!hasBrowser('a reading session in a browser'))('two mornings of a reader', () => {
  let clock = TUESDAY
  let world: CollectedWorld
  let service: Service
  let browser: Browser
  let reader: Reader
  let page: Page
  let collectNextDay: () => Promise<void>

  beforeAll(async () => {
    const newsroom = await startNewsroom({ port: 0, now: () => clock })
    newsroom.expectedStories()
    const sources = newsroom.sources.filter(({ id }) => OUTLETS.has(id))
    world = await openCollectedWorld(sources, clock)
    clock += 10 * MINUTE_MS
    service = await openService({ store: world.store, now: () => clock })
    browser = await keptBrowser()
    reader = await openReader(browser, { base: service.base, viewport: { width: 1280, height: 700 } })
    page = reader.page
    await watchLayout(page)
    collectNextDay = async () => {
      clock = WEDNESDAY
      await world.collectAt(clock)
      clock += 10 * MINUTE_MS
      await newsroom.close()
      // A service looks for changes each second, and after a day the browser's copies are old. Here it was seconds.
      await world.store.refresh()
      const browsing = await page.context().newCDPSession(page)
      await browsing.send('Network.clearBrowserCache')
      await browsing.detach()
    }
  })

  afterAll(async () => {
    await reader.close()
    await service.close()
    await world.close()
  })

  const open = async (address: string) => {
    await page.goto(service.base + address)
    await alive(page)
  }
  const focusedTitle = () => page.evaluate<string>('document.activeElement.textContent')
  const scrollY = () => page.evaluate<number>('scrollY')
  const press = async (keys: string) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const newHeadlines = () => page.locator('main [data-story] [data-new]')
  const line = () => page.locator('.new-stories').innerText()

  it('opens the front page for the first time: nothing is called new', async () => {
    await open('/')

    expect(await line()).toBe('New stories get a mark at your next visit.')
    expect(await newHeadlines().count()).toBe(0)
    expect(await page.title()).toBe('Digest: Every story once, from all your sources')
    expect(await page.locator('footer').innerText()).toContain('remembered in this browser only')
  })

  it('reads three stories by keys, and comes back to the same place', async () => {
    const titles = await page.locator('a[data-item]').allInnerTexts()
    const shows = (title = '') => page.locator('article h1').getByText(title, { exact: true }).waitFor()
    await press('jjjjjjjj')
    const [first, place] = [await focusedTitle(), await scrollY()]

    await press('o')
    await shows(first)
    await press('u')
    await expect.poll(focusedTitle).toBe(first)
    const back = await scrollY()
    await press('o')
    await shows(first)
    await press('n')
    await shows(titles[8])
    await press('n')
    await shows(titles[9])
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect.poll(focusedTitle).toBe(titles[9])

    expect(place).toBeGreaterThan(0)
    expect(back).toBe(place)
    expect(await page.locator('.stories .is-read').allInnerTexts()).toEqual(titles.slice(7, 10))
    await press('j')
    expect(await focusedTitle()).toBe(titles[10])
  })

  it('finds the next day what is new since the last visit, and only that', async () => {
    const since = new Date(clock).toISOString()
    await collectNextDay()

    await open('/')
    await expect.poll(line).toMatch(/^\d+ new stories since Tue/)

    const ids = await newHeadlines().evaluateAll((links) => links.map((link) => link.dataset['item']))
    const shown = await askPage(`${service.base}/api/items?ids=${ids.join()}`)
    const { total } = await askPage(`${service.base}/api/items?distinct=story&limit=1&seenFrom=${since}`)
    expect(total).toBeGreaterThanOrEqual(MIN_NEW)
    expect(ids.length).toBeGreaterThan(10)
    expect(shown.items.filter((item) => String(item['firstSeenAt']) < since)).toEqual([])
    expect(await line()).toMatch(new RegExp(`^${ids.length} new stories since Tue,? 12:10`))
    expect(await page.title()).toMatch(new RegExp(`^\\(${ids.length}\\) Digest`))
    // The line and the dots come without moving anything.
    expect(await layoutShift(page)).toBe(0)
  })

  it('jumps to the new stories, and counts down as they are read and marked', async () => {
    const before = await newHeadlines().count()
    const [first] = await newHeadlines().allInnerTexts()

    await page.getByRole('button', { name: /new stories since/ }).click()
    const jumped = await focusedTitle()
    await press('o')
    await page.locator('article h1').waitFor()
    await page.goBack()
    await page.locator('.stories').waitFor()
    await expect.poll(() => newHeadlines().count()).toBe(before - 1)
    await press('.m')

    expect(jumped).toBe(first)
    await expect.poll(() => newHeadlines().count()).toBe(before - 2)
    expect(await page.title()).toContain(`(${before - 2})`)
    await press('m')
    await expect.poll(() => newHeadlines().count()).toBe(before - 1)
    await press('M')
    expect(await newHeadlines().count()).toBeLessThan(before - 1)
  })

  it('hides what was read on the front page too, and shows it again', async () => {
    const all = await page.locator('.stories > ol > li:visible').count()
    const read = await page.locator('.stories > ol > li:has(.is-read)').count()

    await page.getByLabel('Hide read').check()
    const left = await page.locator('.stories > ol > li:visible').count()
    await press('j')
    const isNextVisible = await page.locator('a[data-item]:focus').isVisible()
    await page.getByLabel('Hide read').uncheck()

    expect(read).toBeGreaterThan(0)
    expect([left, isNextVisible]).toEqual([all - read, true])
    expect(await page.locator('.stories > ol > li:visible').count()).toBe(all)
  })

  it('saves one', async () => {
    await press('j')
    const title = await focusedTitle()

    await press('s')
    await page.getByRole('link', { name: 'Saved articles' }).click()
    await page.waitForURL('**/saved')

    expect(await page.locator('.saved .headline a').allInnerTexts()).toEqual([title])
    await page.goBack()
  })

  it.runIf(Object.hasOwn(en, 'share'))('shares one by its link', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('.stories h2 a').first().click()
    await page.locator('article h1').waitFor()

    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Copied', { exact: true }).waitFor()

    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url())
    await page.goBack()
  })

  it('lists the keys of what is on the screen', async () => {
    const keys = async () => {
      await press('?')
      const dialog = page.getByRole('dialog', { name: 'Keys' })
      const text = await dialog.innerText()
      await page.keyboard.press('Escape')
      return text
    }
    await page.locator('.stories').waitFor()
    const onFront = await keys()
    await page.goto(`${service.base}/stats`)
    await alive(page)
    const onStats = await keys()

    expect(onFront).toContain('next headline')
    expect(onFront).not.toContain('next in the list')
    expect(onStats).not.toContain('next headline')
    expect(onStats).toContain('front page')
  })

  it('goes offline: what was opened is there, and said to be old', async () => {
    await open('/')
    const headline = await page.locator('.stories h2').first().innerText()
    await page.locator('.stories h2 a').first().click()
    const article = await page.locator('article h1').innerText()
    const address = page.url()
    await expect.poll(async () => (await keptIn(page, 'digest-shell')).join(' ')).toContain('/offline')
    await page.context().setOffline(true)
    // The browser itself holds documents for some seconds.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
    clock += 3 * HOUR_MS

    await page.goto(`${service.base}/`)
    await page.locator('.copy-note').waitFor()
    const front = await page.locator('.stories h2').first().innerText()
    const note = await page.locator('.copy-note').innerText()
    await page.goto(address)
    await page.locator('.copy-note').waitFor()
    const text = await page.locator('article h1').innerText()
    await page.goto(`${service.base}/article?id=1`)
    await page.getByRole('heading', { name: /You are offline, or/ }).waitFor()
    await page.getByRole('link', { name: 'Pages to read offline' }).click()
    await page.getByRole('link', { name: article }).waitFor()

    expect([front, text]).toEqual([headline, article])
    expect(note).toMatch(/^This is an old copy, from 11 Mar 2026, 12:1\d \(.*\)\. Load the current page$/)
  })

  it('comes back: the page is the current one again', async () => {
    await page.goto(`${service.base}/`)
    await page.locator('.copy-note').waitFor()

    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Load the current page' }).click()

    await expect.poll(() => page.locator('.copy-note').count()).toBe(0)
    await expect.poll(() => page.locator('.offline p').count()).toBe(0)
    expect(await page.locator('.stories h2').count()).toBeGreaterThan(5)
  })

  it('deletes all that the browser keeps, if its reader wants that', async () => {
    await page.getByRole('link', { name: 'Kept in this browser' }).click()
    await page.getByRole('button', { name: 'Delete all of it' }).click()
    await page.waitForURL(`${service.base}/`)
    await alive(page)

    expect(await page.locator('.is-read').count()).toBe(0)
    expect(await line()).toBe('New stories get a mark at your next visit.')
    expect(await page.evaluate('Object.keys(localStorage).join()')).not.toContain('digest-saved')
  })
})
