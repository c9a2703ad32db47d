/** What a reader chose; remembered in cookies, so that the first byte already is in it. */
export interface Preferences {
  readonly theme: 'auto' | 'light' | 'dark'
  readonly language: 'en' | 'de'
  readonly density: 'comfortable' | 'compact' | 'headlines'
}

/** What stands on top of every view, in each language that the page speaks. */
export type Notice = Readonly<Record<Preferences['language'], string>>

/** Why a key does not open the page: none came, it is none of those configured, or it is limited to feeds. */
export type KeyRefusal = 'noKey' | 'wrongKey' | 'feeds'

/** One request for a view of the page. */
export interface PageRequest {
  /** Of the view, below the base URL: `/`, `/list`. */
  readonly path: string
  /** As it stands in the address, without `?`; may be empty. */
  readonly query: string
  readonly preferences: Preferences
  /** Absolute address of the service, without a slash at its end. */
  readonly baseUrl: string
  /** Path of the service, where a proxy puts it below one; empty, or with a slash in front and none at its end. */
  readonly prefix: string
  /** Names by slug of the categories that the settings write otherwise than their slug. */
  readonly categoryNames: Readonly<Record<string, string>>
  /** Shown on top of every view; `null` for none. */
  readonly notice: string | null
  /** Epoch ms. */
  readonly now: number
  /** Opens feeds as `?key=`, where the operator asks for keys and this reader has one. */
  readonly feedKey?: string | undefined
  /** Whether this reader's browser keeps a key, which can be forgotten. */
  readonly isKeyKept: boolean
  /** Where keys are asked for and this reader's does not open the view. */
  readonly keyRefusal?: KeyRefusal | undefined
  /**
   * Asks the service's own interface, as any client would.
   *
   * @param address path and query below the base URL: `/api/items?limit=5`
   */
  readonly ask: (address: string) => Promise<{ readonly status: number; readonly body: unknown }>
}

/** A view as HTML. */
export interface PageAnswer {
  /** 200, or what the interface answered where a view cannot be shown. */
  readonly status: number
  readonly html: string
}

/** A file of the page: script, style, icon. */
export interface Asset {
  /** Below the base URL, with a slash in front. */
  readonly path: string
  readonly mimeType: string
  readonly bytes: Buffer
  /** Compressed when built; absent where that does not pay. */
  readonly brotli: Buffer | undefined
  readonly gzip: Buffer | undefined
  /** Whether its name changes with its content, so that it can be kept for ever. */
  readonly isHashed: boolean
}

/** The page as it was built: `web/` makes it, whoever starts the service hands it in. */
export interface Page {
  /** Of its views: `/`, `/list`. */
  readonly paths: readonly string[]
  readonly assets: readonly Asset[]
  render(request: PageRequest): Promise<PageAnswer>
  /** For installing the page as an app (W3C Web Application Manifest), JSON. */
  manifest(request: Pick<PageRequest, 'preferences' | 'prefix'>): string
}
