import type { StoreAddress } from '../model/store-address.ts'
import type { SearchSource } from './search-source.ts'
import { openSqliteSearchSource } from './sqlite/open.ts'

/** Opens a store for the thread that indexes it. Same errors as opening it for reading. */
export async function openSearchSource(address: StoreAddress): Promise<{
  readonly source: SearchSource
  readonly close: () => Promise<void> | void
}> {
  if (address.kind === 'sqlite') return openSqliteSearchSource(address.file)
  // Loaded on demand, with its driver.
  const { openPostgresSearchSource } = await import('./postgres/open.ts')
  return openPostgresSearchSource(address)
}
