import { route, type Route } from './view.tsx'
import { front } from './views/front.tsx'

/** Every view of the page; the server serves exactly these paths. */
export const ROUTES: readonly Route[] = [route(front)]
