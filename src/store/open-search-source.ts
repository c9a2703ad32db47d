import type { StoreAddress } from '../model/store-address.ts'
import { openPostgresSearchSource } from './postgres/open.ts'
import type { SearchSource } from './search-source.ts'
import { openSearchSource as openSqliteSearchSource } from './sqlite/search-source.ts'

/** Opens a store for the thread that indexes it. Same errors as opening it for reading. */
export async function openSearchSource(address: StoreAddress): Promise<{
  readonly source: SearchSource
  readonly close: () => Promise<void> | void
}> {
  return address.kind === 'sqlite' ? openSqliteSearchSource(address.file) : openPostgresSearchSource(address)
}
