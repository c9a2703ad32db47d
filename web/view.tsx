import type { ComponentType, VNode } from 'preact'
import type { Api } from './api/api.ts'
import type { Problem } from './api/problem.ts'
import type { FeedParameters } from './feed-links.ts'
import type { PageLocation, Query } from './page-location.ts'
import type { Words } from './words/words.ts'

/** A view: it loads data from the API and draws them. */
export interface View<Data> {
  /** Below the service's own path: `/list`. A part that begins with `:` is any text. */
  readonly path: string
  /**
   * Loads everything that the view shows, as plain JSON: the server sends it with the HTML, and the browser need
   * not request it again. `now` is the service's clock, epoch ms. Rejects with a `Problem` if the view cannot be
   * shown; the page then says why.
   */
  load(api: Api, pageLocation: PageLocation, now: number): Promise<Data>
  /** Title of the document, without the service's name; `undefined` for the name alone. */
  title(data: Data, words: Words, pageLocation: PageLocation): string | undefined
  /** Parameters of the feed that has what the view shows; without, the view announces the feed of everything. */
  feed?(query: Query): FeedParameters
  /** The API's error if it refused a value of a view that still has its form. The response then has that status. */
  readonly refusal?: (data: Data) => Problem | null
  readonly Body: ComponentType<BodyProps<Data>>
}

export interface BodyProps<Data> {
  readonly data: Data
  readonly pageLocation: PageLocation
}

/** A view with its data, ready to be shown. */
export interface Opened {
  readonly data: unknown
  title(words: Words): string | undefined
  /** Parameters of the feed that the document announces. */
  readonly feed: FeedParameters
  readonly refusal: Problem | null
  body(): VNode
}

/** A view in the table of routes, with the type of its data hidden. */
export interface Route {
  readonly path: string
  open(api: Api, pageLocation: PageLocation, now: number): Promise<Opened>
  /** Restores a view from the data that the server sent with the document. */
  revive(data: unknown, pageLocation: PageLocation): Opened
}

export function route<Data>(view: View<Data>): Route {
  const { Body } = view
  const opened = (data: Data, pageLocation: PageLocation): Opened => ({
    data,
    title: (words) => view.title(data, words, pageLocation),
    feed: view.feed?.(pageLocation.query) ?? {},
    refusal: view.refusal?.(data) ?? null,
    body: () => <Body data={data} pageLocation={pageLocation} />,
  })
  return {
    path: view.path,
    open: async (api, pageLocation, now) => opened(await view.load(api, pageLocation, now), pageLocation),
    revive: (data, pageLocation) => opened(data as Data, pageLocation),
  }
}
