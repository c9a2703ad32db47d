import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOW, openWorld, type World } from '../api/world.ts'
import { type Browser, hasBrowser, keptBrowser } from '../browser.ts'
import { openService, type Service } from './open-service.ts'
import { alive } from './reader.ts'
import { readersOfTest } from './readers.ts'

describe.skipIf(!hasBrowser('the page in a browser'))('a page that is left open', () => {
  let world: World
  let service: Service
  let browser: Browser
  const openReader = readersOfTest()

  beforeAll(async () => {
    world = await openWorld(30)
    service = await openService({ store: world.store, now: () => NOW })
    browser = await keptBrowser()
  })

  afterAll(async () => {
    await service.close()
    await world.close()
  })

  async function read(address: string): Promise<Page> {
    const { page } = await openReader(browser, { base: service.base })
    await page.clock.install({ time: NOW })
    await page.goto(service.base + address)
    await alive(page)
    return page
  }
  const note = (page: Page) => page.locator('.copy-note')

  it.each(['/', '/list?category=science'])(
    'says after an hour how old %s is, and loads it again',
    async (address) => {
      const page = await read(address)
      const ages = () => page.locator('main time').allInnerTexts()
      const before = await ages()

      await page.clock.runFor('00:59:00')
      expect(await note(page).count()).toBe(0)
      await page.clock.runFor('00:03:00')

      await expect.poll(() => note(page).innerText()).toMatch(/\(1\sh ago\)/)
      expect(await ages()).not.toEqual(before)
      await note(page).getByRole('link').click()
      await expect.poll(() => note(page).count()).toBe(0)
    },
  )

  it('says nothing of an article, which is as it was', async () => {
    const page = await read('/article?id=3')

    await page.clock.runFor('05:00:00')

    expect(await note(page).count()).toBe(0)
  })

  it('knows how old its news are after the machine slept', async () => {
    const page = await read('/')

    // Asleep, only the date goes on.
    await page.clock.setSystemTime(NOW + 8 * 3_600_000)
    await page.clock.runFor('00:01:00')

    await expect.poll(() => note(page).innerText()).toMatch(/\(8\sh ago\)/)
  })

  it('goes on where somebody sets the date back', async () => {
    const page = await read('/')

    await page.clock.setSystemTime(NOW - 30 * 24 * 3_600_000)
    await page.clock.runFor('02:01:00')

    await expect.poll(() => note(page).innerText()).toMatch(/\(2\sh ago\)/)
  })
})
