import { openPage } from '../../src/cli/serve/open-page.ts'
import { type Browser, launchBrowser } from '../browser.ts'
import { addressOfEveryView } from './every-view.ts'
import { NOW, openNewsroomWorld } from './newsroom-world.ts'
import { openService } from './open-service.ts'

const NOTICE = { en: 'All of this is invented.', de: 'All das ist erfunden.', fr: 'Tout ceci est inventé.' }

/** The page over the newsroom's collection, with everything that it may show, and a browser to look at it. */
export interface NewsroomViews {
  readonly base: string
  /** Of each view, by its path: an address below `base` at which it has something to show. */
  readonly addresses: Readonly<Record<string, string>>
  readonly browser: Browser
  close(): Promise<void>
}

export async function openNewsroomViews(): Promise<NewsroomViews> {
  const world = await openNewsroomWorld()
  const service = await openService({ store: world.store, now: () => NOW, notice: NOTICE })
  const addresses = await addressOfEveryView(service, (await openPage())?.paths ?? [])
  const browser = await launchBrowser()
  return {
    base: service.base,
    addresses,
    browser,
    async close() {
      await browser.close()
      await service.close()
      await world.close()
    },
  }
}
