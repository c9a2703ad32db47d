import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MAX_THUMBNAIL_BYTES } from '../../src/model/picture.ts'
import { ask } from '../api/ask.ts'
import { hasBrowser } from '../browser.ts'
import { layoutShift, transferredBytes, watchLayout } from './measures.ts'
import { type NewsroomViews, newsroomViews } from './newsroom-views.ts'
import { alive } from './reader.ts'
import { readersOfTest, sharedReaders } from './readers.ts'

/** What comes over the network before a view can be read and used, compressed, without pictures. */
const VIEW_BYTES = 74_000
/** The description of every path. */
const DOCS_BYTES = 84_000

/** With them. */
const PICTURED_BYTES = 90_000

/** The front page, and that of a category, with the number of stories that may have a picture. */
const PICTURED = [
  ['/', 10],
  ['/?category=technology', 20],
] as const

describe.skipIf(!hasBrowser('loading in a browser'))('every view', () => {
  let views: NewsroomViews

  beforeAll(async () => {
    views = await newsroomViews()
  })

  const openReader = sharedReaders()
  const openOwnReader = readersOfTest()

  it.each([
    ['wide', 1280],
    ['narrow', 390],
  ])(
    'moves nothing while it comes to life, under 74 kB of document, script and style, or 84 for all paths of the interface: %s',
    async (_, width) => {
      const reader = await openReader(views.browser, { base: views.base, viewport: { width, height: 800 } })
      await watchLayout(reader.page)
      // Each view comes as the first one does.
      const session = await reader.page.context().newCDPSession(reader.page)
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })

      const shiftOf = async (address: string): Promise<number> => {
        await reader.page.goto(views.base + address)
        await alive(reader.page)
        // A date may be one digit longer in the reader's time zone, which moves what stands after it on the line.
        return Math.floor(1000 * (await layoutShift(reader.page))) / 1000
      }

      for (const [path, address] of Object.entries(views.addresses)) {
        // A fault moves the view at each load. On a busy machine, one of hundreds of loads was drawn before it was whole.
        const shift = (await shiftOf(address)) && (await shiftOf(address))
        const { bytes, requests } = await transferredBytes(reader.page)
        const isSmall = bytes < (path === '/docs' ? DOCS_BYTES : VIEW_BYTES)
        expect({ path, shift, hasMore: requests >= 3, isSmall, bytes }).toEqual({
          path,
          shift: 0,
          hasMore: true,
          isSmall: true,
          bytes,
        })
      }
      await session.detach()
    },
  )

  it.each(PICTURED)(
    'comes in under 90 kB with a picture of the largest size at each story: %s',
    async (path, stories) => {
      const reader = await openReader(views.browser, { base: views.base })

      await reader.page.goto(views.base + path)
      await alive(reader.page)

      // Pictures are asked for as they come near the window.
      await expect.poll(async () => (await requestedThumbnails(reader.page)).length).toBeGreaterThan(0)
      const addresses = await requestedThumbnails(reader.page)
      const { bytes } = await transferredBytes(reader.page)
      const pictures = await Promise.all(addresses.map((address) => ask(address)))
      const others = bytes - pictures.reduce((sum, picture) => sum + picture.bytes.length, 0)
      expect(others + stories * MAX_THUMBNAIL_BYTES).toBeLessThan(PICTURED_BYTES)
    },
  )

  it.each(['/', '/list', '/story'])(
    'shows pictures in boxes of one size, and asks nobody else for them: %s',
    async (path) => {
      const reader = await openReader(views.browser, {
        base: views.base,
        viewport: { width: 1280, height: 900 },
      })
      const requests: string[] = []
      reader.page.on('request', (request) => requests.push(new URL(request.url()).origin))

      await reader.page.goto(views.base + (path === '/story' ? (views.addresses[path] ?? '') : path))
      await alive(reader.page)
      await reader.page.locator('.thumbnail img').first().scrollIntoViewIfNeeded()

      const shown = (): Promise<unknown[]> =>
        reader.page.evaluate<
          unknown[]
        >(`[...document.querySelectorAll(':not(.lead) > .thumbnail')].slice(0, 2).map((box) => {
        const { width, height } = box.getBoundingClientRect()
        return [width, height, box.firstChild.naturalWidth]
      })`)
      // A story may have one report with a picture only.
      const boxes = Math.min(2, await reader.page.locator(':not(.lead) > .thumbnail').count())
      await expect.poll(shown).toEqual(Array.from({ length: boxes }, () => [96, 72, 144]))
      expect([...new Set(requests)]).toEqual([new URL(views.base).origin])
    },
  )

  it('keeps the box of a picture that does not come, and nothing moves', async () => {
    const reader = await openReader(views.browser, {
      base: views.base,
      viewport: { width: 1280, height: 900 },
    })
    await watchLayout(reader.page)
    await reader.page.route('**/thumbnails/*', (route) => route.fulfill({ status: 404 }))
    onTestFinished(() => reader.page.unroute('**/thumbnails/*'))

    await reader.page.goto(views.base)
    await alive(reader.page)

    const box = await reader.page.locator(':not(.lead) > .thumbnail').first().boundingBox()
    expect([box?.width, box?.height, await layoutShift(reader.page)]).toEqual([96, 72, 0])
  })

  it.each(['compact', 'headlines'])('has no pictures, and asks for none, where it is %s', async (density) => {
    // One that has no picture yet.
    const reader = await openOwnReader(views.browser, { base: views.base })

    await reader.page.goto(`${views.base}/preferences?density=${density}&back=/`)
    await alive(reader.page)

    expect(await reader.page.locator('.thumbnail').count()).toBeGreaterThan(3)
    expect(await reader.page.locator('.thumbnail:visible').count()).toBe(0)
    expect(await requestedThumbnails(reader.page)).toEqual([])
  })

  it('is seen to move where it does', async () => {
    const reader = await openReader(views.browser, { base: views.base })
    await watchLayout(reader.page)
    await reader.page.goto(`${views.base}/stats`)
    await alive(reader.page)

    await reader.page.evaluate(`document.querySelector('main').style.setProperty('padding-top', '300px')`)

    await expect.poll(() => layoutShift(reader.page)).toBeGreaterThan(0)
  })
})

function requestedThumbnails(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/thumbnails/'))`,
  )
}
