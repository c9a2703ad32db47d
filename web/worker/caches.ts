/** Names of the caches of one service. Services below other paths of the same host have others. */
export interface CacheNames {
  /** The document for addresses that cannot be reached, with its script and style. */
  readonly shell: string
  /** Views that were opened, as JSON. */
  readonly views: string
}

/** @param scope path of the service with a slash at its end: `/`, `/digest/` */
export function cacheNames(scope: string): CacheNames {
  return { shell: `digest-shell ${scope}`, views: `digest-views ${scope}` }
}

/** Deletes all that is kept to be read offline. */
export async function deleteCaches(scope: string): Promise<void> {
  await Promise.all(Object.values(cacheNames(scope)).map((name) => caches.delete(name)))
}
