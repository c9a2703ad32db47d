import type { StoreAddress } from '../model/store-address.ts'
import type { Engine } from './engine.ts'

/** Loads an engine on demand, so that SQLite starts without PostgreSQL's driver. */
export async function engineOf(address: StoreAddress): Promise<Engine> {
  if (address.kind === 'sqlite') return (await import('./sqlite/engine.ts')).sqliteEngine(address)
  return (await import('./postgres/engine.ts')).postgresEngine(address)
}
