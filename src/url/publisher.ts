import { publisherOf } from './url.ts'

interface Addressed {
  readonly url: string
  readonly enclosures: readonly { readonly url: string }[]
}

/**
 * Gives the registrable domain of the site that published an item. A file that is an item's own address stands on a server
 * that many publishers share, so it says nothing of the publisher.
 */
export function publisherOfItem({ url, enclosures }: Addressed): string | undefined {
  return enclosures.some((enclosure) => enclosure.url === url) ? undefined : publisherOf(url)
}
