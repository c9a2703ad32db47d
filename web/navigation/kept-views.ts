import { addressOf, type PageLocation } from '../page-location.ts'
import type { ShownJson } from '../show.ts'
import { cacheNames, deleteCaches } from '../worker/caches.ts'

/** A view as it was opened. */
export interface KeptView {
  /** Title of the document. */
  readonly title: string
  readonly pageLocation: PageLocation
  /** When it was loaded, epoch ms. */
  readonly keptAt: number
  readonly shown: ShownJson
}

/** Kept views, the latest ones. */
const MAX_VIEWS = 50

/** Views of news. An old state of the service would mislead. */
const NEWS = /^\/(?:|list|search|article|story|listen|digest\/.+)$/

/** Keeps a view of news in this browser, for reading offline. */
export async function keepView(prefix: string, view: KeptView): Promise<void> {
  if (!NEWS.test(view.pageLocation.path)) return
  await withViews(prefix, async (views) => {
    await views.put(addressIn(prefix, view.pageLocation), new Response(JSON.stringify(view)))
    const kept = await views.keys()
    await Promise.all(kept.slice(0, -MAX_VIEWS).map((request) => views.delete(request)))
  })
}

/** The kept view of an address; `undefined` if there is none. */
export async function findKeptView(
  prefix: string,
  pageLocation: PageLocation,
): Promise<KeptView | undefined> {
  return withViews(prefix, async (views) => readView(await views.match(addressIn(prefix, pageLocation))))
}

/** All kept views, latest first. */
export async function listKeptViews(prefix: string): Promise<readonly KeptView[]> {
  const all = await withViews(prefix, async (views) => {
    const kept = await Promise.all((await views.keys()).map((request) => views.match(request)))
    return Promise.all(kept.map(readView))
  })
  const known = (all ?? []).filter((view) => view !== undefined)
  return known.toSorted((one, other) => other.keptAt - one.keptAt)
}

/** Deletes the kept views and the shell. */
export async function forgetViews(prefix: string): Promise<void> {
  if ('caches' in globalThis) await deleteCaches(`${prefix}/`).catch(() => undefined)
}

/** Browsers have no caches without a secure connection; caches may also be full or disabled. */
async function withViews<Value>(
  prefix: string,
  use: (views: Cache) => Promise<Value>,
): Promise<Value | undefined> {
  if (!('caches' in globalThis)) return undefined
  try {
    return await use(await caches.open(cacheNames(`${prefix}/`).views))
  } catch {
    return undefined
  }
}

function addressIn(prefix: string, { path, query }: PageLocation): string {
  return prefix + addressOf(path, query)
}

async function readView(answer: Response | undefined): Promise<KeptView | undefined> {
  return answer === undefined ? undefined : ((await answer.json()) as KeptView)
}
