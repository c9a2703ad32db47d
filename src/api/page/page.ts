import type { Edition } from '../../model/edition.ts'
import type { Preferences } from './preferences.ts'

/** The notice on top of every view, in each language. */
export type Notice = Readonly<Record<Preferences['language'], string>>

/** How the service presents itself: its settings. */
export interface Site {
  readonly title: string
  /** `null` for the page's default. */
  readonly description: string | null
  /** Path below the base URL; `null` for the default. */
  readonly logo: { readonly path: string; readonly mimeType: string } | null
  /** Path of the accent's style sheet; `null` for the default. */
  readonly style: string | null
  readonly digests: readonly { readonly name: string; readonly title: string }[]
}

/** Why a key does not open the page: missing, unknown, or limited to feeds. */
export type KeyRefusal = 'noKey' | 'wrongKey' | 'feeds'

export interface PageRequest {
  /** Path of the view below the base URL: `/`, `/list`. */
  readonly path: string
  /** Without `?`; may be empty. */
  readonly query: string
  readonly preferences: Preferences
  readonly site: Site
  /** Absolute address of the service, without a trailing slash. */
  readonly baseUrl: string
  /** Path of the service behind a proxy: empty, or with a leading and no trailing slash. */
  readonly prefix: string
  /** Names by slug, of categories whose name differs from their slug. */
  readonly categoryNames: Readonly<Record<string, string>>
  /** UUID of the store; empty if it cannot be read or the view is refused. */
  readonly storeId: string
  /** Shown on top of every view; `null` for none. */
  readonly notice: string | null
  /** Epoch ms. */
  readonly now: number
  /** A key for feed links (`?key=`), if keys are configured and this reader has one. */
  readonly feedKey?: string | undefined
  /** Whether this browser has a stored key, which the reader can delete. */
  readonly isKeyKept: boolean
  /** Set if this reader's key does not open the view. */
  readonly keyRefusal?: KeyRefusal | undefined
  /**
   * Calls the API as any client would.
   *
   * @param address path and query below the base URL: `/api/items?limit=5`
   */
  readonly ask: (address: string) => Promise<{ readonly status: number; readonly body: unknown }>
}

export interface PageAnswer {
  /** 200, or the API's status if the view cannot be shown. */
  readonly status: number
  readonly html: string
}

export interface Asset {
  /** Below the base URL, with a leading slash. */
  readonly path: string
  readonly mimeType: string
  readonly bytes: Buffer
  /** Compressed at build time; `undefined` if that saves nothing. */
  readonly brotli: Buffer | undefined
  readonly gzip: Buffer | undefined
  /** Whether its name contains a hash of the content, so that caches may keep it for ever. */
  readonly isHashed: boolean
}

/** Renders an edition as a mail's HTML, with inline styles. */
type RenderMail = (edition: Edition, baseUrl: string | undefined) => string

/** The built page. `web/` makes it; `cli` passes it in. */
export interface Page {
  /** Paths of the views: `/`, `/list`. */
  readonly paths: readonly string[]
  readonly assets: readonly Asset[]
  render(request: PageRequest): Promise<PageAnswer>
  readonly mail: RenderMail
  /** Web app manifest (W3C), JSON. */
  manifest(request: Pick<PageRequest, 'preferences' | 'prefix' | 'site'>): string
}
