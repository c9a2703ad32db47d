import type { ComponentType, VNode } from 'preact'
import type { Api, Parameters } from './api/api.ts'
import { ProblemError, type Problem } from './api/problem.ts'
import type { Announced } from './feed-links.ts'
import { addressOf, type PageLocation, type Query } from './page-location.ts'
import { utcDay } from './time-text.ts'
import type { Words } from './words/words.ts'

/** A view: loads data from the API and draws them. */
export interface View<Data> {
  /** Below the service's path: `/list`. A part that begins with `:` matches any text. */
  readonly path: string
  /**
   * Loads all data of the view as plain JSON, which the server sends with the HTML, so that the browser need not
   * request it. `now` is the service's clock, epoch ms. Rejects with a `Problem` if the view cannot be shown.
   */
  load(api: Api, pageLocation: PageLocation, now: number): Promise<Data>
  /** Title of the document, without the service's name; `undefined` for the service's name only. */
  title(data: Data, words: Words, pageLocation: PageLocation): string | undefined
  /** Parameters of the feed with the view's content; default: the feed of all items. */
  feed?(query: Query, data: Data): Parameters
  /** Path of the view's own Atom feed. */
  atom?(path: string): string
  /** The part of the query that belongs to the view's address, without the page's own and tracking parameters. */
  query?(query: Query, data: Data): Parameters
  /** Allowed values of parameters that only the page knows. The API checks its own. */
  readonly allowed?: Allowed
  /** Link preview of the view. */
  card?(data: Data, words: Words): Card
  /** The API's error if it refused a value and the view still shows its form. The response then has that status. */
  readonly refusal?: (data: Data) => Problem | null
  readonly Body: ComponentType<BodyProps<Data>>
}

/** A list of values, or `day`. */
type Allowed = Readonly<Record<string, readonly string[] | 'day'>>

/** Link preview of a view, besides its title. */
export interface Card {
  /** A sentence or two; the service's description if absent or `null`. */
  readonly description?: string | null | undefined
  /** Id of an item with a thumbnail; the service's logo if absent. */
  readonly pictured?: number | undefined
  readonly isArticle?: boolean
}

export interface BodyProps<Data> {
  readonly data: Data
  readonly pageLocation: PageLocation
}

/** A view with its data, ready to be shown. */
export interface Opened {
  readonly data: unknown
  title(words: Words): string | undefined
  /** The feeds that the document announces. */
  readonly feed: Announced
  /** Below the service's own path. */
  readonly address: string
  card(words: Words): Card
  readonly refusal: Problem | null
  body(): VNode
}

/** A view in the table of routes, with the type of its data hidden. */
export interface Route {
  readonly path: string
  /** Loads the view's code. `revive` requires it; `open` waits for it. */
  ready(): Promise<unknown>
  open(api: Api, pageLocation: PageLocation, now: number): Promise<Opened>
  /** Restores a view from the data sent with the document. */
  revive(data: unknown, pageLocation: PageLocation): Opened
}

export function route<Data>(view: View<Data>): Route {
  const { Body } = view
  const opened = (data: Data, pageLocation: PageLocation): Opened => ({
    data,
    title: (words) => view.title(data, words, pageLocation),
    feed: {
      parameters: view.feed?.(pageLocation.query, data) ?? {},
      atom: view.atom?.(pageLocation.path),
    },
    address: addressOf(pageLocation.path, view.query?.(pageLocation.query, data)),
    card: (words) => view.card?.(data, words) ?? {},
    refusal: view.refusal?.(data) ?? null,
    body: () => <Body data={data} pageLocation={pageLocation} />,
  })
  return {
    path: view.path,
    ready: () => Promise.resolve(),
    open: async (api, pageLocation, now) => {
      checkValues(view.allowed ?? {}, pageLocation.query)
      return opened(await view.load(api, pageLocation, now), pageLocation)
    },
    revive: (data, pageLocation) => opened(data as Data, pageLocation),
  }
}

/** Throws a `Problem` for a forbidden value, worded like the API's. */
function checkValues(allowed: Allowed, query: Query): void {
  for (const [parameter, values] of Object.entries(allowed)) {
    const value = query[parameter]
    if (value === undefined) continue
    if (values === 'day' ? isDay(value) : values.includes(value)) continue
    const message = `${parameter} must be ${values === 'day' ? 'a day' : `one of ${values.join(', ')}`}, got '${value}'`
    const refused = [{ parameter, value, message }]
    throw new ProblemError({ status: 400, code: 'parameterInvalid', detail: message, refused })
  }
}

/** Whether a date exists: not 31 February. */
function isDay(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && utcDay(Date.parse(text)) === text
  )
}

/** A view whose code is loaded when it is first opened. */
export function lateRoute<Data>(path: string, load: () => Promise<View<Data>>): Route {
  let loaded: Route | undefined
  const ready = async () => (loaded ??= route(await load()))
  return {
    path,
    ready,
    open: async (api, pageLocation, now) => (await ready()).open(api, pageLocation, now),
    revive: (data, pageLocation) => {
      if (loaded === undefined) throw new Error(`the code of ${path} is not loaded`)
      return loaded.revive(data, pageLocation)
    },
  }
}
