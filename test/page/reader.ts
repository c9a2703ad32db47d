import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Browser } from '../browser.ts'

/** Somebody who reads the page in a browser of their own. */
export interface Reader {
  readonly page: Page
  /** What went wrong so far: errors of scripts, violations of the policy, requests to anybody but the service. */
  readonly errors: readonly string[]
  /** Leaves the page, with what it and the service stored, and gives the window its size. Rejects if anything went wrong. */
  reset(): Promise<void>
  /** Rejects if anything went wrong. */
  close(): Promise<void>
}

export interface ReaderOptions extends BrowserContextOptions {
  /** Of the service; requests to any other are faults. */
  readonly base: string
}

/** All that is stored but the shell, which is the same for all. */
const FORGET = `(async () => {
  localStorage.clear()
  sessionStorage.clear()
  const names = (await caches.keys()).filter((name) => !name.startsWith('digest-shell'))
  await Promise.all(names.map((name) => caches.delete(name)))
})()`

const VIEWPORT = { width: 1280, height: 800 }

export async function openReader(browser: Browser, { base, ...options }: ReaderOptions): Promise<Reader> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...options,
  })
  const page = await context.newPage()
  // Long, for a busy machine: what does not come at all is found anyway.
  page.setDefaultTimeout(60_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // What the service answers with an error status is told too, and is no fault of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      errors.push(message.text())
    }
  })
  const { origin } = new URL(base)
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'data:') errors.push(`request to ${url.origin}`)
  })
  const check = (): void => {
    if (errors.length > 0) throw new Error(`the page did what it must not:\n${errors.splice(0).join('\n')}`)
  }
  return {
    page,
    errors,
    async reset() {
      // A view stores something when it is left.
      await page.goto(`${base}/livez`)
      await page.evaluate(FORGET)
      await context.clearCookies()
      await page.setViewportSize(options.viewport ?? VIEWPORT)
      check()
    },
    async close() {
      await context.close()
      check()
    },
  }
}

/** Whether the page's scripts took over: from then on it goes from view to view by itself. */
export async function alive(page: Page): Promise<void> {
  await page.locator('html[data-live]').waitFor()
}
