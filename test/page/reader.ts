import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Browser } from '../browser.ts'

/** Somebody who reads the page in a browser of their own. */
export interface Reader {
  readonly page: Page
  /** What went wrong so far: errors of scripts, violations of the policy, requests to anybody but the service. */
  readonly errors: readonly string[]
  /** Rejects if anything went wrong. */
  close(): Promise<void>
}

export interface ReaderOptions extends BrowserContextOptions {
  /** Of the service; requests to any other are faults. */
  readonly base: string
}

export async function openReader(browser: Browser, { base, ...options }: ReaderOptions): Promise<Reader> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
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
  return {
    page,
    errors,
    async close() {
      await context.close()
      if (errors.length > 0) throw new Error(`the page did what it must not:\n${errors.join('\n')}`)
    },
  }
}

/** Whether the page's scripts took over: from then on it goes from view to view by itself. */
export async function alive(page: Page): Promise<void> {
  await page.locator('html[data-live]').waitFor()
}
