import { route, type Route } from './view.tsx'
import { article } from './views/article.tsx'
import { digest, pastEdition } from './views/digest.tsx'
import { docs } from './views/docs.tsx'
import { front } from './views/front.tsx'
import { list } from './views/list.tsx'
import { saved } from './views/saved.tsx'
import { search } from './views/search.tsx'
import { source } from './views/source.tsx'
import { sources } from './views/sources.tsx'
import { stats } from './views/stats.tsx'
import { story } from './views/story.tsx'

/** Every view of the page; the server serves exactly these paths. */
export const ROUTES: readonly Route[] = [
  route(front),
  route(list),
  route(search),
  route(article),
  route(story),
  route(sources),
  route(source),
  route(stats),
  route(docs),
  route(saved),
  route(digest),
  route(pastEdition),
]

/** The view at a path. A part of a view's path that begins with `:` is any text: `/digest/:name`. */
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
