import { openPage } from '../../src/cli/serve/open-page.ts'
import { type Browser, keptBrowser } from '../browser.ts'
import { addressOfEveryView } from './every-view.ts'
import { NOW, newsroomWorld } from './newsroom-world.ts'
import { openService } from './open-service.ts'

const NOTICE = { en: 'All of this is invented.', de: 'All das ist erfunden.', fr: 'Tout ceci est inventé.' }

/** The page over the newsroom's collection, with everything that it may show, and a browser to look at it. */
export interface NewsroomViews {
  readonly base: string
  /** Of each view, by its path: an address below `base` at which it has something to show. */
  readonly addresses: Readonly<Record<string, string>>
  readonly browser: Browser
}

let kept: Promise<NewsroomViews> | undefined

/** For all tests of this process. */
export function newsroomViews(): Promise<NewsroomViews> {
  return (kept ??= openViews())
}

async function openViews(): Promise<NewsroomViews> {
  const { store } = await newsroomWorld()
  const service = await openService({ store, now: () => NOW, notice: NOTICE })
  const addresses = await addressOfEveryView(service, (await openPage())?.paths ?? [])
  return { base: service.base, addresses, browser: await keptBrowser() }
}
