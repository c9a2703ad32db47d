import type { Delivery, Digest, EditionHead } from '../model/digest.ts'
import type { EditionReads } from '../store/read-store.ts'

/** The newest edition of a digest, and its failed deliveries. */
interface NewestEdition {
  readonly digest: string
  /** `undefined` if none was made yet. */
  readonly edition: EditionHead | undefined
  readonly undelivered: readonly Delivery[]
}

export function listNewestEditions(
  digests: readonly Pick<Digest, 'name'>[],
  store: Pick<EditionReads, 'listEditions' | 'listDeliveries'>,
): Promise<NewestEdition[]> {
  return Promise.all(
    digests.map(async ({ name }) => {
      const [edition] = await store.listEditions(name, 1)
      const deliveries = edition === undefined ? [] : await store.listDeliveries(name, edition.date)
      const undelivered = deliveries.filter(({ state, attempts }) => state !== 'sent' && attempts > 0)
      return { digest: name, edition, undelivered }
    }),
  )
}
