import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../browser.ts'
import { layoutShift, transferredBytes, watchLayout } from './measures.ts'
import { type NewsroomViews, openNewsroomViews } from './newsroom-views.ts'
import { alive, openReader } from './reader.ts'

/** What comes over the network before a view can be read and used, compressed. */
const VIEW_BYTES = 70_000

describe.skipIf(!hasBrowser('loading in a browser'))('every view', () => {
  let views: NewsroomViews

  beforeAll(async () => {
    views = await openNewsroomViews()
  })

  afterAll(() => views.close())

  it.each([
    ['wide', 1280],
    ['narrow', 390],
  ])('moves nothing while it loads and comes to life: %s', async (_, width) => {
    for (const [path, address] of Object.entries(views.addresses)) {
      const reader = await openReader(views.browser, { base: views.base, viewport: { width, height: 900 } })
      await watchLayout(reader.page)

      await reader.page.goto(views.base + address)
      await alive(reader.page)

      expect({ path, shift: await layoutShift(reader.page) }).toEqual({ path, shift: 0 })
      await reader.close()
    }
  })

  it('comes in under 70 kB, document, script and style together', async () => {
    for (const [path, address] of Object.entries(views.addresses)) {
      const reader = await openReader(views.browser, { base: views.base })

      await reader.page.goto(views.base + address)
      await alive(reader.page)

      const { bytes, requests } = await transferredBytes(reader.page)
      expect({ path, requests: requests >= 3, small: bytes < VIEW_BYTES, bytes }).toEqual({
        path,
        requests: true,
        small: true,
        bytes,
      })
      await reader.close()
    }
  })

  it('is seen to move where it does', async () => {
    const reader = await openReader(views.browser, { base: views.base })
    await watchLayout(reader.page)
    await reader.page.goto(`${views.base}/stats`)
    await alive(reader.page)

    await reader.page.evaluate(`document.querySelector('main').style.setProperty('padding-top', '300px')`)

    await expect.poll(() => layoutShift(reader.page)).toBeGreaterThan(0)
    await reader.close()
  })
})
