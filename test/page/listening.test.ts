import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/model/time.ts'
import { aSource } from '../a-source.ts'
import { hasBrowser, keptBrowser } from '../browser.ts'
import { type CollectedWorld, openCollectedWorld } from './collected-world.ts'
import { openService, type Service } from './open-service.ts'
import { alive } from './reader.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')

/** Of each episode, s. */
const LENGTH = 600

/** A publisher of two episodes and an article without sound. */
async function startPublisher(): Promise<Server> {
  const sound = silence(LENGTH)
  const server = createServer(({ url = '', headers: { host = '', range } }, response) => {
    if (url === '/feed.xml') return response.setHeader('content-type', 'application/rss+xml').end(feed(host))
    if (!url.endsWith('.wav')) return response.writeHead(404).end()
    // Browsers jump within a file by asking for the rest of it.
    const start = Number(/bytes=(\d+)/.exec(range ?? '')?.[1] ?? 0)
    const end = sound.length - 1
    response.writeHead(206, {
      'content-type': 'audio/wav',
      'content-range': `bytes ${start}-${end}/${sound.length}`,
      'accept-ranges': 'bytes',
    })
    return response.end(sound.subarray(start))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

function feed(host: string): string {
  const item = (title: string, hours: number, enclosure = '') =>
    `<item><title>${title}</title><link>http://${host}/${hours}</link><description>About it.</description>
    <pubDate>${new Date(NOW - hours * HOUR_MS).toUTCString()}</pubDate>${enclosure}</item>`
  const sound = (name: string) =>
    `<enclosure url="http://${host}/${name}.wav" type="audio/wav" length="4800044"/>`
  return `<rss version="2.0"><channel><title>Harbour radio</title><link>http://${host}/</link><description/>
    ${item('The first ferry', 3, sound('first'))}${item('The second ferry', 2, sound('second'))}
    ${item('Only to be read', 1)}</channel></rss>`
}

/** A WAV file of one channel, 8 bits and 8 kHz. */
function silence(seconds: number): Buffer {
  const size = seconds * 8_000
  const head = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1')
  head.writeUInt32LE(36 + size, 4)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.writeUInt32LE(size, 40)
  return Buffer.concat([head, Buffer.alloc(size, 128)])
}

describe.skipIf(!hasBrowser('listening in a browser'))('what can be heard', () => {
  let publisher: Server
  let world: CollectedWorld
  let service: Service
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    publisher = await startPublisher()
    const { port } = publisher.address() as AddressInfo
    world = await openCollectedWorld([aSource('radio', { url: `http://127.0.0.1:${port}/feed.xml` })], NOW)
    service = await openService({ store: world.store, now: () => NOW })
    context = await (await keptBrowser()).newContext({ locale: 'en-GB' })
    page = await context.newPage()
  })

  afterAll(async () => {
    await context.close()
    await service.close()
    await world.close()
    publisher.closeAllConnections()
    publisher.close()
  })

  const openList = async () => {
    await page.goto(`${service.base}/listen`)
    await alive(page)
  }
  const play = async (title: string) => {
    await openList()
    await page.locator('.row', { hasText: title }).getByRole('link', { name: 'Listen' }).click()
    await page.waitForURL('**/article?*sound=play')
    await alive(page)
    // `HAVE_METADATA`: length and position are known.
    await expect.poll(() => sound('readyState')).toBeGreaterThan(0)
  }
  const sound = (of: string) => page.evaluate<number>(`document.querySelector('audio').${of}`)

  it('stands in one list, newest first, that plays nothing by itself', async () => {
    await openList()

    expect(await page.locator('.row .headline').allInnerTexts()).toEqual([
      'The second ferry',
      'The first ferry',
    ])
    expect(await page.locator('.lead').innerText()).toBe('2 articles with audio')
    expect(await page.locator('audio').count()).toBe(0)
  })

  it('goes on where it was left, and the list says how long it is and how much is left', async () => {
    await play('The first ferry')
    await sound('currentTime = 240')
    await expect.poll(() => sound('currentTime')).toBeGreaterThanOrEqual(240)
    await page.evaluate(`document.querySelector('audio').pause()`)

    await openList()
    const recording = await page
      .locator('.row', { hasText: 'The first ferry' })
      .locator('.recording')
      .innerText()
    await play('The first ferry')
    await expect.poll(() => sound('currentTime')).toBeGreaterThanOrEqual(240)

    expect(recording).toContain('10 minutes, 6 minutes left')
    expect(await sound('duration')).toBe(LENGTH)
  })

  it('plays at the speed that was chosen last', async () => {
    await play('The first ferry')

    await page.getByLabel('Speed').selectOption('1.5')
    await expect.poll(() => sound('playbackRate')).toBe(1.5)
    await play('The second ferry')

    await expect.poll(() => sound('playbackRate')).toBe(1.5)
    expect(await page.getByLabel('Speed').inputValue()).toBe('1.5')
    expect(await sound('currentTime')).toBeLessThan(60)
  })

  it('begins anew once it was heard to its end', async () => {
    await play('The second ferry')
    await sound(`currentTime = ${LENGTH - 1}`)
    await page.evaluate(`document.querySelector('audio').pause()`)

    await openList()
    const recording = await page
      .locator('.row', { hasText: 'The second ferry' })
      .locator('.recording')
      .innerText()
    await play('The second ferry')

    expect(recording).toContain('10 minutes, played')
    expect(await sound('currentTime')).toBeLessThan(60)
  })
})
