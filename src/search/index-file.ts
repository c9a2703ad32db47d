import type { StoreAddress } from '../model/store-address.ts'

/** The file of a store's search index, beside the store's own. */
export function indexFile({ file }: StoreAddress): string {
  return `${file}-search`
}
