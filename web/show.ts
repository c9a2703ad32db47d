import type { Api } from './api/api.ts'
import { Problem, type Trouble } from './api/problem.ts'
import type { Place } from './place.ts'
import { ROUTES } from './routes.ts'
import type { Opened } from './view.tsx'

/** What is to be seen at a place. */
export type Shown =
  | { readonly kind: 'view'; readonly opened: Opened }
  | { readonly kind: 'trouble'; readonly trouble: Trouble }

/** As plain JSON, from the server to the browser. */
export type ShownJson =
  | { readonly kind: 'view'; readonly data: unknown }
  | { readonly kind: 'trouble'; readonly trouble: Trouble }

const NOT_FOUND: Trouble = { status: 404, code: 'notFound', detail: '', refused: [] }

/** Rejects only for what is a bug. */
export async function show(place: Place, api: Api, now: number): Promise<Shown> {
  const route = ROUTES.find(({ path }) => path === place.path)
  if (route === undefined) return { kind: 'trouble', trouble: NOT_FOUND }
  try {
    return { kind: 'view', opened: await route.open(api, place, now) }
  } catch (error) {
    if (error instanceof Problem) return { kind: 'trouble', trouble: error.trouble }
    throw error
  }
}

export function shownJson(shown: Shown): ShownJson {
  return shown.kind === 'view' ? { kind: 'view', data: shown.opened.data } : shown
}

export function revive(json: ShownJson, place: Place): Shown {
  if (json.kind === 'trouble') return json
  const route = ROUTES.find(({ path }) => path === place.path)
  if (route === undefined) return { kind: 'trouble', trouble: NOT_FOUND }
  return { kind: 'view', opened: route.revive(json.data, place) }
}
