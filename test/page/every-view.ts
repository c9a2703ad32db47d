import { askPage } from '../api/ask.ts'
import type { Service } from './open-service.ts'

/**
 * An address for each view that the service has, by the view's path: whatever holds for every view is held
 * to all of them, and to one that is added later.
 *
 * @throws RangeError for a view that is not known here yet
 */
export async function addressOfEveryView(
  service: Service,
  paths: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const fields = 'id,source,story,hasThumbnail'
  const { items } = await askPage(`${service.base}/api/items?sort=hot&limit=500&fields=${fields}`)
  const storyOf = (item: (typeof items)[number] | undefined) =>
    item?.['story'] as { readonly id: number; readonly itemCount: number } | undefined
  // An event that several tell, and not half of the world, with a picture.
  const several = items.filter((one) => within(storyOf(one)?.itemCount ?? 0, 4, 12))
  const item = several.find((one) => one['hasThumbnail'] === true) ?? several[0] ?? items[0]
  const story = storyOf(item)
  const { items: digests } = await askPage(`${service.base}/api/digests`)
  const editions = digests[0]?.['editions'] as readonly { readonly url: string }[] | undefined
  const past = editions?.at(-1)?.url ?? service.base
  const known: Readonly<Record<string, string>> = {
    '/': '/',
    '/list': '/list?category=science&sinceDays=3',
    '/search': '/search?q=president',
    '/article': `/article?id=${String(item?.['id'])}`,
    '/story': `/story?id=${String(story?.id)}`,
    '/sources': '/sources',
    '/source': `/source?id=${String(item?.['source'])}`,
    '/stats': '/stats',
    '/docs': '/docs',
    '/saved': '/saved',
    '/listen': '/listen',
    '/offline': '/offline',
    '/digest/:name': '/digest/morning',
    '/digest/:name/:date': new URL(past).pathname,
  }
  const missing = paths.filter((path) => known[path] === undefined)
  if (missing.length > 0) throw new RangeError(`no address for the views ${missing.join(', ')}`)
  return known
}

function within(value: number, min: number, max: number): boolean {
  return value >= min && value <= max
}
