import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { hasBrowser, keptBrowser } from '../browser.ts'
import { aDraft, anInsert, aScore, aSighting, aVisit, NOW } from '../store/drafts.ts'
import { openService, type Service } from './open-service.ts'
import { alive, openReader, type Reader } from './reader.ts'

/** An Arabic article with code in a block, in a line, and a block of Arabic letters. */
const ARABIC = `<p>تعمل المكتبة <code>await load();</code> هنا.</p><pre><code>const a = load();</code></pre><pre>سطر أول</pre>`

const CELLS = Array.from({ length: 16 }, (_, at) => `<td>Harbour ${at} reports</td>`).join('')
const WIDE = `<p>Wide.</p><table><tr>${CELLS}</tr></table><pre><code>${'harbour && '.repeat(40)}</code></pre>`

const PICTURE = 'https://pictures.example/harbour.svg'
const LAYOUT = `<table><tr><td><img src="${PICTURE}"></td><td>${'The harbour reports. '.repeat(40)}</td></tr></table>`
const MARKS = '<dl><dt>Tide</dt><dd>A rise of the sea</dd></dl><li>Alone</li>'

const NAME = 'texts of articles'

describe.skipIf(!hasBrowser(NAME))('the text of an article', () => {
  const folder = mkdtempSync(join(tmpdir(), 'digest-texts-'))
  let store: Store
  let service: Service
  let reader: Reader

  beforeAll(async () => {
    store = await openSqliteStore(join(folder, 'digest.db'), { now: () => NOW })
    await store.syncSources([aSource('paper')], NOW)
    const drafts = [ARABIC, WIDE, LAYOUT, MARKS].map((contentHtml, at) =>
      aDraft(`text-${at}`, { contentHtml }),
    )
    await store.saveVisit(
      aVisit('paper', {
        inserts: drafts.map((draft, at) => anInsert(at + 1, at + 1, draft)),
        sightings: drafts.map((draft, at) => aSighting(at + 1, draft)),
        scores: drafts.map((_, at) => aScore(at + 1, 20, NOW)),
      }),
    )
    service = await openService({ store, now: () => NOW })
    reader = await openReader(await keptBrowser(), { base: service.base })
  })

  afterAll(async () => {
    await reader?.close()
    await service?.close()
    await store?.close()
    rmSync(folder, { recursive: true })
  })

  async function open(id: number): Promise<void> {
    await reader.page.goto(`${service.base}/article?id=${id}`)
    await alive(reader.page)
  }

  it('has code from left to right in an Arabic article, and Arabic letters from right to left', async () => {
    await open(1)

    // Whether the last letter of each stands to the right of the first.
    const runsToTheRight = await reader.page.evaluate<Record<string, boolean>>(`Object.fromEntries(
      [['block', 'pre code'], ['in a line', 'p code'], ['Arabic', 'pre:not(:has(code))']].map(([name, selector]) => {
        const text = document.querySelector('.prose ' + selector).firstChild
        const [first, last] = [0, text.length - 1].map((at) => {
          const range = document.createRange()
          range.setStart(text, at)
          range.setEnd(text, at + 1)
          return range.getBoundingClientRect().left
        })
        return [name, last > first]
      }),
    )`)
    expect(runsToTheRight).toEqual({ block: true, 'in a line': true, Arabic: false })
    const left = await reader.page.evaluate<number>(`
      document.querySelector('.prose pre code').getBoundingClientRect().left -
      document.querySelector('.prose pre').getBoundingClientRect().left`)
    expect(left).toBeLessThan(30)
  })

  it('is whole on paper: lines of code and tables that scroll on a screen are not cut off', async () => {
    await open(2)
    await reader.page.setViewportSize({ width: 700, height: 900 })
    const WIDTHS = `[...document.querySelectorAll('.prose pre, .prose table')].map((one) => one.scrollWidth - one.clientWidth)`
    const onScreen = await reader.page.evaluate<number[]>(WIDTHS)

    await reader.page.emulateMedia({ media: 'print' })

    expect(onScreen.every((hidden) => hidden > 0)).toBe(true)
    expect(await reader.page.evaluate<number[]>(WIDTHS)).toEqual([0, 0])
    expect(await reader.page.evaluate<number>('document.documentElement.scrollWidth')).toBe(700)
  })

  it('shows a picture beside words in a table in its own width', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="150" height="100"/>'
    // The reader of the other tests may ask nobody but the service.
    const context = await (await keptBrowser()).newContext({ viewport: { width: 375, height: 900 } })
    const page = await context.newPage()
    await page.route(PICTURE, (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }))
    await page.goto(`${service.base}/article?id=3&images=show`)

    const widths = await page.evaluate<number[]>(`(async () => {
      const image = document.querySelector('.prose td img')
      await image.decode()
      return [image.naturalWidth, image.clientWidth]
    })()`)

    await context.close()
    expect(widths).toEqual([150, 150])
  })

  it('sets meanings in from their terms, and the mark of an item without a list into the column', async () => {
    await open(4)

    const starts = await reader.page.evaluate<number[]>(
      `['dt', 'dd', 'li'].map((name) => document.querySelector('.prose ' + name).getBoundingClientRect().left)`,
    )

    const [term = 0, meaning = 0, item = 0] = starts
    expect(meaning).toBeGreaterThan(term + 10)
    expect(item).toBeGreaterThan(term + 10)
  })
})
