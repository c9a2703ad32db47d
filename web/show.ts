import type { Api } from './api/api.ts'
import { ProblemError, type Problem } from './api/problem.ts'
import type { PageLocation } from './page-location.ts'
import { routeAt } from './routes.ts'
import type { Opened } from './view.tsx'

/** The view or the problem that an address shows. */
export type Shown =
  | { readonly kind: 'view'; readonly opened: Opened }
  | { readonly kind: 'problem'; readonly problem: Problem }

/** As plain JSON, from server to browser. */
export type ShownJson =
  | { readonly kind: 'view'; readonly data: unknown }
  | { readonly kind: 'problem'; readonly problem: Problem }

const NOT_FOUND: Problem = { status: 404, code: 'notFound', detail: '', refused: [] }

/** Rejects only on a bug: a failed request becomes a shown problem. */
export async function show(pageLocation: PageLocation, api: Api, now: number): Promise<Shown> {
  const route = routeAt(pageLocation.path)
  if (route === undefined) return { kind: 'problem', problem: NOT_FOUND }
  try {
    return { kind: 'view', opened: await route.open(api, pageLocation, now) }
  } catch (error) {
    if (error instanceof ProblemError) return { kind: 'problem', problem: error.problem }
    throw error
  }
}

export function shownJson(shown: Shown): ShownJson {
  return shown.kind === 'view' ? { kind: 'view', data: shown.opened.data } : shown
}

export function revive(json: ShownJson, pageLocation: PageLocation): Shown {
  if (json.kind === 'problem') return json
  const route = routeAt(pageLocation.path)
  if (route === undefined) return { kind: 'problem', problem: NOT_FOUND }
  return { kind: 'view', opened: route.revive(json.data, pageLocation) }
}
