import type { Edition } from '../../model/edition.ts'
import type { Preferences } from './preferences.ts'

/** The notice on top of every view, in each language of the page. */
export type Notice = Readonly<Record<Preferences['language'], string>>

/** How the service presents itself, by its settings. */
export interface Site {
  readonly title: string
  /** `null` for the page's own sentence. */
  readonly description: string | null
  /** Path below the base URL; `null` for the page's own. */
  readonly logo: { readonly path: string; readonly mimeType: string } | null
  /** Path of a style sheet with its accent colour; `null` for the page's own. */
  readonly style: string | null
  /** The configured digests. */
  readonly digests: readonly { readonly name: string; readonly title: string }[]
}

/** Why a key does not open the page: it is missing, unknown, or limited to feeds. */
export type KeyRefusal = 'noKey' | 'wrongKey' | 'feeds'

/** One request for a view of the page. */
export interface PageRequest {
  /** Of the view, below the base URL: `/`, `/list`. */
  readonly path: string
  /** As in the address, without `?`; may be empty. */
  readonly query: string
  readonly preferences: Preferences
  readonly site: Site
  /** Absolute address of the service, without a slash at its end. */
  readonly baseUrl: string
  /** Path of the service, where a proxy puts it below one; empty, or with a slash in front and none at its end. */
  readonly prefix: string
  /** Names by slug, of the categories whose name differs from their slug. */
  readonly categoryNames: Readonly<Record<string, string>>
  /** UUID of the store; empty if it cannot be read, or the view is refused. */
  readonly storeId: string
  /** Shown on top of every view; `null` for none. */
  readonly notice: string | null
  /** Epoch ms. */
  readonly now: number
  /** A key for feed links (`?key=`), if keys are configured and this reader has one. */
  readonly feedKey?: string | undefined
  /** Whether this browser has a key stored, which the reader can delete. */
  readonly isKeyKept: boolean
  /** Set if a key is required and this reader's key does not open the view. */
  readonly keyRefusal?: KeyRefusal | undefined
  /**
   * Calls the service's API as any client would.
   *
   * @param address path and query below the base URL: `/api/items?limit=5`
   */
  readonly ask: (address: string) => Promise<{ readonly status: number; readonly body: unknown }>
}

/** A view as HTML. */
export interface PageAnswer {
  /** 200, or the status of the API if a view cannot be shown. */
  readonly status: number
  readonly html: string
}

/** A file of the page: script, style, icon. */
export interface Asset {
  /** Below the base URL, with a slash in front. */
  readonly path: string
  readonly mimeType: string
  readonly bytes: Buffer
  /** Compressed at build time; absent if that does not pay. */
  readonly brotli: Buffer | undefined
  readonly gzip: Buffer | undefined
  /** Whether its name contains a hash of its content, so caches may keep it for ever. */
  readonly isHashed: boolean
}

/** An edition of a digest as the HTML of a mail, with its styles in it. */
export type RenderMail = (edition: Edition, baseUrl: string | undefined) => string

/** The built page: `web/` makes it; `cli` passes it in. */
export interface Page {
  /** Of its views: `/`, `/list`. */
  readonly paths: readonly string[]
  readonly assets: readonly Asset[]
  render(request: PageRequest): Promise<PageAnswer>
  readonly mail: RenderMail
  /** For installing the page as an app (W3C Web Application Manifest), JSON. */
  manifest(request: Pick<PageRequest, 'preferences' | 'prefix' | 'site'>): string
}
