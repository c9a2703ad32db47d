import { route, type Route } from './view.tsx'
import { docs } from './views/docs.tsx'
import { front } from './views/front.tsx'
import { source } from './views/source.tsx'
import { sources } from './views/sources.tsx'
import { stats } from './views/stats.tsx'

/** Every view of the page; the server serves exactly these paths. */
export const ROUTES: readonly Route[] = [
  route(front),
  route(sources),
  route(source),
  route(stats),
  route(docs),
]
