import { listNewestEditions } from '../../../digests/newest-editions.ts'
import type { Digest } from '../../../model/digest.ts'
import { SECOND_MS } from '../../../model/time.ts'
import type { EditionReads } from '../../../store/read-store.ts'
import { gaugesOf, type MetricData } from '../metrics/metric-data.ts'

export async function digestMetrics(
  digests: readonly Pick<Digest, 'name'>[],
  store: Pick<EditionReads, 'listEditions' | 'listDeliveries'>,
): Promise<MetricData[]> {
  // What makes the editions reports that the store cannot be read.
  const newest = await listNewestEditions(digests, store).catch(() => [])
  const gauge = gaugesOf('digest', newest, ({ digest }) => digest)
  return [
    gauge(
      'undelivered',
      'Receivers who did not get the newest edition, though it was tried.',
      ({ undelivered }) => undelivered.length,
    ),
    gauge(
      'last_edition_timestamp_seconds',
      'When the newest edition was made; 0 if there is none.',
      ({ edition }) => (edition?.madeAt ?? 0) / SECOND_MS,
    ),
  ]
}
