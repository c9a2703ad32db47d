import type { Delivery, Digest } from '../../../model/digest.ts'
import type { EditionReads } from '../../../store/read-store.ts'

/** Gives who did not get the newest edition of a digest, though it was tried. */
export async function listUndelivered(
  digests: readonly Pick<Digest, 'name'>[],
  store: Pick<EditionReads, 'listEditions' | 'listDeliveries'>,
): Promise<Delivery[]> {
  const lists = digests.map(async ({ name }) => {
    const [newest] = await store.listEditions(name, 1)
    return newest === undefined ? [] : store.listDeliveries(name, newest.date)
  })
  const deliveries = (await Promise.all(lists)).flat()
  return deliveries.filter(({ state, attempts }) => state !== 'sent' && attempts > 0)
}

/** Whether somebody gets nothing unless the operator does something. */
export function isLost({ state }: Delivery): boolean {
  return state === 'refused' || state === 'failed'
}

export function undeliveredLines({ digest, date, target, state, error }: Delivery): string[] {
  const advice: Record<Exclude<Delivery['state'], 'sent'>, string> = {
    pending: 'Nothing yet: it is tried again. If the reason stays, see the settings of mail.',
    refused: `Correct the address in digest.yaml, then: content-digest digest send ${digest}`,
    failed: `See the settings of mail, then: content-digest digest send ${digest}`,
  }
  return [
    `${'NOT SENT'.padEnd(9)} digest ${digest}, the edition of ${date}, to ${target}`,
    `  why     ${error ?? 'the attempt did not end'}`,
    `  do      ${state === 'sent' ? '' : advice[state]}`,
  ]
}
