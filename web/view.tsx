import type { ComponentType, VNode } from 'preact'
import type { Api } from './api/api.ts'
import type { Trouble } from './api/problem.ts'
import type { Place } from './place.ts'
import type { Words } from './words/words.ts'

/** A view: what it asks the interface for, and how it shows that. */
export interface View<Data> {
  /** Below the service's own path; one level, exact: `/list`. */
  readonly path: string
  /**
   * Everything that it shows, as plain JSON: the server sends it along, so that the browser need not ask
   * again. `now` is the service's clock, epoch ms. Rejects with a `Problem` where the view cannot be shown;
   * the page then says why.
   */
  load(api: Api, place: Place, now: number): Promise<Data>
  /** Of the document, without the service's name; `undefined` for that name alone. */
  title(data: Data, words: Words, place: Place): string | undefined
  /** Why the interface refused what the view still has a form for; the answer then has that status. */
  readonly refusal?: (data: Data) => Trouble | null
  readonly Body: ComponentType<BodyProps<Data>>
}

export interface BodyProps<Data> {
  readonly data: Data
  readonly place: Place
}

/** A view with its data, ready to be shown. */
export interface Opened {
  readonly data: unknown
  title(words: Words): string | undefined
  readonly refusal: Trouble | null
  body(): VNode
}

/** A view as the table of routes holds it. */
export interface Route {
  readonly path: string
  open(api: Api, place: Place, now: number): Promise<Opened>
  /** From data that the server sent along. */
  revive(data: unknown, place: Place): Opened
}

export function route<Data>(view: View<Data>): Route {
  const { Body } = view
  const opened = (data: Data, place: Place): Opened => ({
    data,
    title: (words) => view.title(data, words, place),
    refusal: view.refusal?.(data) ?? null,
    body: () => <Body data={data} place={place} />,
  })
  return {
    path: view.path,
    open: async (api, place, now) => opened(await view.load(api, place, now), place),
    revive: (data, place) => opened(data as Data, place),
  }
}
