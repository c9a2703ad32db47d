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
  const { items } = await askPage(`${service.base}/api/items?sort=score&limit=1`)
  const [item] = items
  const story = item?.['story'] as { readonly id: number } | undefined
  const known: Readonly<Record<string, string>> = {
    '/': '/',
    '/list': '/list?category=technology',
    '/search': '/search?q=new',
    '/article': `/article?id=${String(item?.['id'])}`,
    '/story': `/story?id=${String(story?.id)}`,
    '/sources': '/sources',
    '/source': `/source?id=${String(item?.['source'])}`,
    '/stats': '/stats',
    '/docs': '/docs',
  }
  const missing = paths.filter((path) => known[path] === undefined)
  if (missing.length > 0) throw new RangeError(`no address for the views ${missing.join(', ')}`)
  return known
}
