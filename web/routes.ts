import { lateRoute, route, type Route } from './view.tsx'
import { article } from './views/article.tsx'
import { front } from './views/front.tsx'
import { list } from './views/list.tsx'
import { listen } from './views/listen.tsx'
import { offline } from './views/offline.tsx'
import { saved } from './views/saved.tsx'
import { search } from './views/search.tsx'
import { story } from './views/story.tsx'

/** Every view of the page; the server serves exactly these paths. */
export const ROUTES: readonly Route[] = [
  route(front),
  route(list),
  route(search),
  route(article),
  route(story),
  lateRoute('/sources', async () => (await import('./views/sources.tsx')).sources),
  lateRoute('/source', async () => (await import('./views/source.tsx')).source),
  lateRoute('/stats', async () => (await import('./views/stats.tsx')).stats),
  lateRoute('/docs', async () => (await import('./views/docs.tsx')).docs),
  route(saved),
  route(listen),
  route(offline),
  lateRoute('/digest/:name', async () => (await import('./views/digest.tsx')).digest),
  lateRoute('/digest/:name/:date', async () => (await import('./views/digest.tsx')).pastEdition),
]

/** The view at a path. A part that begins with `:` matches any text: `/digest/:name`. */
export function routeAt(path: string): Route | undefined {
  const given = path.split('/')
  return ROUTES.find((route) => {
    const parts = route.path.split('/')
    return (
      parts.length === given.length &&
      parts.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
    )
  })
}
