import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '../../web/words/en.ts'
import { NOW, openWorld, type World } from '../api/world.ts'
import { hasBrowser, keptBrowser } from '../browser.ts'
import { openService, type Service } from './open-service.ts'
import { alive } from './reader.ts'
import { readersOfTest } from './readers.ts'

/** How browsers refuse storage: Chromium without cookies, Firefox and web views without DOM storage, a full disk. */
const REFUSALS = {
  'that throws when it is named': `
    for (const name of ['localStorage', 'sessionStorage', 'caches'])
      Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError') } })`,
  'that is null': `
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: null })`,
  'that is full': `
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`,
}

describe.skipIf(!hasBrowser('blocked storage in a browser'))('a browser with a storage', () => {
  let world: World
  let service: Service
  const openReader = readersOfTest()

  beforeAll(async () => {
    world = await openWorld(30)
    service = await openService({ store: world.store, now: () => NOW })
  })

  afterAll(async () => {
    await service.close()
    await world.close()
  })

  it.each(Object.entries(REFUSALS))(
    '%s shows every view, and saves for as long as it is open',
    async (_, refusal) => {
      const { page } = await openReader(await keptBrowser(), { base: service.base })
      await page.addInitScript(refusal)
      await page.goto(`${service.base}/list`)
      await alive(page)

      const save = page.getByRole('button', { name: en.saved.save })
      await save.nth(0).click()
      await save.nth(1).click()
      await page.locator('.row .headline a').first().click()
      await page.locator('.article-page').waitFor()
      await page.keyboard.press('u')
      await page.locator('.row').first().waitFor()

      expect(await page.locator('.row .headline.is-read').count()).toBe(1)
      await page.getByRole('link', { name: en.saved.title }).click()
      await page.getByRole('heading', { name: en.saved.title }).waitFor()
      expect(await page.locator('.saved .row').count()).toBe(2)
      expect(await page.locator('.saved .lead').innerText()).toBe(en.saved.unkept)
    },
  )
})
