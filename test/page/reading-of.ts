import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ReadStore } from '../../src/store/read-store.ts'
import { type Browser, keptBrowser } from '../browser.ts'
import { initialized } from '../initialized.ts'
import { openService, type Service } from './open-service.ts'
import { alive, type Reader, type ReaderOptions } from './reader.ts'
import { sharedReaders } from './readers.ts'

/** A world, the service on it, and somebody who reads it: as a new one for each test. */
export interface Reading {
  /** Of the page's front view, without a slash at its end; the prefix in it. */
  readonly base: string
  readonly browser: Browser
  readonly page: Page
  /** Where the reader is, below `base`. */
  readonly address: string
  /** Opens a view and waits until it is alive. */
  open(address: string): Promise<void>
}

interface OpenWorld {
  readonly store: ReadStore
  /** Of one that is not shared. */
  close?(): Promise<void>
}

export interface ReadingOptions extends Omit<ReaderOptions, 'base'> {
  /** The service's clock. */
  readonly now: number
  readonly prefix?: string
}

/**
 * Opens all of it for the tests of the `describe` that this is called in. A reader to whom anything went
 * wrong fails the test.
 */
export function readingOf(open: () => Promise<OpenWorld>, options: ReadingOptions): Reading {
  const { now, prefix, ...readerOptions } = options
  let world: OpenWorld | undefined
  let service: Service | undefined
  let browser: Browser | undefined
  let reader: Reader | undefined

  beforeAll(async () => {
    world = await open()
    service = await openService({
      store: world.store,
      now: () => now,
      ...(prefix !== undefined && { prefix }),
    })
    browser = await keptBrowser()
  })

  afterAll(async () => {
    await service?.close()
    await world?.close?.()
  })

  const openReader = sharedReaders()
  beforeEach(async () => {
    reader = await openReader(initialized(browser), { base: initialized(service).base, ...readerOptions })
  })

  return {
    get base() {
      return initialized(service).base
    },
    get browser() {
      return initialized(browser)
    },
    get page() {
      return initialized(reader).page
    },
    get address() {
      return this.page.url().slice(this.base.length)
    },
    async open(address) {
      await this.page.goto(this.base + address)
      await alive(this.page)
    },
  }
}
