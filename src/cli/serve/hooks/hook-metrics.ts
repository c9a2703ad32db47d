import type { Hook } from '../../../model/hook.ts'
import type { ReadStore } from '../../../store/read-store.ts'
import type { MetricData, MetricValue } from '../metrics/metric-data.ts'

type Outcome = 'accepted' | 'failed'

/** Attempts to send, by hook and outcome. */
export class AttemptCounts {
  readonly #counts = new Map<string, Record<Outcome, number>>()

  add(hook: string, isAccepted: boolean): void {
    const counts = this.#counts.get(hook) ?? { accepted: 0, failed: 0 }
    counts[isAccepted ? 'accepted' : 'failed'] += 1
    this.#counts.set(hook, counts)
  }

  values(hooks: readonly Pick<Hook, 'name'>[]): MetricValue[] {
    return hooks.flatMap(({ name }) => {
      const { accepted, failed } = this.#counts.get(name) ?? { accepted: 0, failed: 0 }
      return [
        { labels: { hook: name, outcome: 'accepted' }, value: accepted },
        { labels: { hook: name, outcome: 'failed' }, value: failed },
      ]
    })
  }
}

export async function hookMetrics(
  hooks: readonly Pick<Hook, 'name'>[],
  store: Pick<ReadStore, 'listHooks' | 'version'>,
  counts: AttemptCounts,
): Promise<MetricData[]> {
  const known = new Set(hooks.map(({ name }) => name))
  const requests = { ...data('requests_total', REQUESTS, counts.values(hooks)), type: 'counter' } as const
  try {
    const states = (await store.listHooks()).filter(({ name }) => known.has(name))
    const { seq } = store.version()
    const gauge = (what: string, help: string, valueOf: (state: (typeof states)[number]) => number) =>
      data(
        what,
        help,
        states.map((state) => ({ labels: { hook: state.name }, value: valueOf(state) })),
      )
    return [
      requests,
      gauge('resting', 'Whether nothing is sent until it is resumed: 1 or 0.', (state) =>
        state.isResting ? 1 : 0,
      ),
      gauge('consecutive_failures', 'Requests in a row that were not accepted.', ({ failures }) => failures),
      gauge('pending_changes', 'Changes that are not looked at, since a request is not accepted.', (state) =>
        state.batch === undefined ? 0 : seq - state.position,
      ),
    ]
  } catch {
    // The hooks themselves report that the store cannot be read.
    return [requests]
  }
}

const REQUESTS = 'Requests to hooks by their outcome: accepted or failed.'

function data(what: string, help: string, values: readonly MetricValue[]): MetricData {
  return { name: `content_digest_hook_${what}`, help, type: 'gauge', aggregator: 'sum', values }
}
