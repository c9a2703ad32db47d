/** Names of a service's caches. Services at other paths of the host have their own. */
export interface CacheNames {
  /** The document for unreachable addresses, with its script and style. */
  readonly shell: string
  /** Opened views, as JSON. */
  readonly views: string
}

/** @param scope path of the service with a trailing slash: `/`, `/digest/` */
export function cacheNames(scope: string): CacheNames {
  return { shell: `digest-shell ${scope}`, views: `digest-views ${scope}` }
}

/** Deletes everything kept for reading offline. */
export async function deleteCaches(scope: string): Promise<void> {
  await Promise.all(Object.values(cacheNames(scope)).map((name) => caches.delete(name)))
}
