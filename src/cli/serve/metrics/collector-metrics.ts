import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { VISIT_ERROR_CODES } from '../../../model/source.ts'
import { SECOND_MS } from '../../../model/time.ts'
import type { Visit } from '../../../pipeline/visit/digest-arrival.ts'
import type { InboxBacklog } from '../../../store/postgres/inbox.ts'
import type { WatchVisit } from '../../collecting.ts'
import type { MetricData } from './metric-data.ts'
import { openRuntimeMetrics, readRegistry } from './runtime-metrics.ts'

const VISIT_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60]

/** From half a minute to a day. */
const DELAY_SECONDS = [30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 28_800, 86_400]

const OUTCOMES = ['entries', 'unchanged', 'failed', 'unsaved'] as const

/** Queue lengths of the collector's thread and the store. */
interface Queues {
  /** Due sources whose visit waits for room. */
  visits: () => number
  /** Fetched and not yet digested. Rejects if the store cannot be read. */
  inbox: () => Promise<InboxBacklog>
}

export class CollectorMetrics {
  /** Set when the collector's store opens. */
  readonly queues: Queues = { visits: () => 0, inbox: async () => ({ arrivals: 0, oldestMs: 0 }) }
  /** Visits that wait for a server. */
  #fetching = 0
  /** Visits that have all responses and wait to be digested and saved. */
  #digesting = 0
  readonly #register = new Registry()
  readonly #registers = [this.#register]
  readonly #readRuntime = openRuntimeMetrics('collector', true)
  readonly #visits = this.#counter('visits', 'Visits of sources.', ['outcome'])
  readonly #failures = this.#counter('visit_failures', 'Visits of sources that failed.', ['code'])
  readonly #duration = new Histogram({
    name: 'content_digest_visit_duration_seconds',
    help: 'Time that visits took: until all responses were there, and then until they were saved.',
    labelNames: ['phase'],
    buckets: VISIT_SECONDS,
    registers: this.#registers,
  })
  readonly #entries = this.#counter('entries_read', 'Entries of documents, repeated ones included.')
  readonly #added = this.#counter('items_added', 'Items that were added.')
  readonly #edited = this.#counter('items_edited', 'Items whose title, summary or content changed.')
  readonly #sighted = this.#counter('items_sighted', 'Items of other sources that a source carried too.')
  readonly #inbox = this.#gauge('inbox_arrivals', 'Arrivals in the inbox, which wait to be digested.')
  readonly #inboxOldest = this.#gauge(
    'inbox_oldest_seconds',
    'How long the oldest arrival of the inbox has waited.',
  )
  readonly #delay = new Histogram({
    name: 'content_digest_publication_delay_seconds',
    help: 'Time from the publication of an item, as its source says, to when it was saved.',
    buckets: DELAY_SECONDS,
    registers: this.#registers,
  })

  constructor() {
    const { queues } = this
    const running = () => ({ fetching: this.#fetching, digesting: this.#digesting })
    const queue = new Gauge({
      name: 'content_digest_visits_queued',
      help: 'Visits that are due or under way.',
      labelNames: ['phase'],
      registers: this.#registers,
      collect() {
        const { fetching, digesting } = running()
        queue.set({ phase: 'waiting' }, queues.visits())
        queue.set({ phase: 'fetching' }, fetching)
        queue.set({ phase: 'digesting' }, digesting)
      },
    })
    // A series that begins at 1 hides its first event from `increase`.
    for (const outcome of OUTCOMES) this.#visits.inc({ outcome }, 0)
    for (const code of VISIT_ERROR_CODES) this.#failures.inc({ code }, 0)
  }

  async read(): Promise<MetricData[]> {
    await this.#readInbox()
    return [...(await readRegistry(this.#register)), ...(await this.#readRuntime())]
  }

  readonly watch: WatchVisit = async (answered, run) => {
    const startedAt = performance.now()
    let answeredAt: number | undefined
    this.#fetching++
    try {
      const visit = await run(() => {
        answeredAt = performance.now()
        this.#fetching--
        this.#digesting++
        answered()
      })
      if (answeredAt !== undefined) {
        this.#duration.observe({ phase: 'fetching' }, (answeredAt - startedAt) / SECOND_MS)
        this.#duration.observe({ phase: 'digesting' }, (performance.now() - answeredAt) / SECOND_MS)
        this.visitDigested(visit)
      }
      return visit
    } finally {
      if (answeredAt === undefined) this.#fetching--
      else this.#digesting--
    }
  }

  visitUnsaved(): void {
    this.#visits.inc({ outcome: 'unsaved' })
  }

  /** Counts a visit; different nodes may have fetched and digested it. */
  visitDigested({ collected, listed, added, edited, sighted, newsTimes }: Visit): void {
    this.#visits.inc({ outcome: collected.kind })
    if (collected.kind === 'failed') this.#failures.inc({ code: collected.error.code })
    this.#entries.inc(listed)
    this.#added.inc(added)
    this.#edited.inc(edited)
    this.#sighted.inc(sighted)
    for (const at of newsTimes) this.#delay.observe(Math.max(0, Date.now() - at) / SECOND_MS)
  }

  async #readInbox(): Promise<void> {
    try {
      const { arrivals, oldestMs } = await this.queues.inbox()
      this.#inbox.set(arrivals)
      this.#inboxOldest.set(oldestMs / SECOND_MS)
    } catch {
      // Fetching and digesting log why the store cannot be read. The last values stay.
    }
  }

  #gauge(what: string, help: string): Gauge {
    return new Gauge({ name: `content_digest_${what}`, help, registers: this.#registers })
  }

  #counter(what: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name: `content_digest_${what}_total`, help, labelNames, registers: this.#registers })
  }
}
