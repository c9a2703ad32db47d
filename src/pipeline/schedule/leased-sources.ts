import { countEach } from '../../model/group-by.ts'
import type { Source, SourceState } from '../../model/source.ts'
import type { Clock, EpochMs } from '../../model/time.ts'
import { LEASE_MS, type VisitLeases } from '../../store/postgres/visit-leases.ts'
import { hostOf, registrableDomain } from '../../url/host.ts'
import type { DueSource, DueSources } from './visit-loop.ts'
import type { SlotLimits } from './visit-slots.ts'

interface LeasedSourcesOptions extends SlotLimits {
  readonly sources: readonly Source[]
  readonly leases: VisitLeases
  readonly now: Clock
  /** Called with the reason when leases can no longer be read or written, and with `undefined` when they can again. */
  readonly onState: (failure: unknown) => void
}

const RENEW_EVERY_MS = LEASE_MS / 4

/** The due sources whose sites this node can lease, in competition with other nodes of the store. */
export class LeasedSources implements DueSources {
  readonly #options: LeasedSourcesOptions
  readonly #sources: ReadonlyMap<string, Source>
  /** Sites of running and waiting visits, by source. */
  readonly #sites = new Map<string, string>()
  /** Until when this node skips a source. */
  readonly #leftUntil = new Map<string, EpochMs>()
  readonly #renewing = setInterval(() => void this.#renew(), RENEW_EVERY_MS)
  #isFailing: boolean | undefined

  constructor(options: LeasedSourcesOptions) {
    this.#options = options
    this.#sources = new Map(
      options.sources.filter(({ enabled }) => enabled).map((source) => [source.id, source]),
    )
  }

  async take(room: number): Promise<{ readonly due: readonly DueSource[]; readonly isCut: boolean }> {
    if (room < this.#options.concurrency / 2) return { due: [], isCut: true }
    try {
      const due = await this.#lease(room)
      this.#note(false)
      return { due, isCut: due.length > 0 }
    } catch (cause) {
      this.#note(true, cause)
      return { due: [], isCut: false }
    }
  }

  #note(isFailing: boolean, failure?: unknown): void {
    if (this.#isFailing !== isFailing) this.#options.onState(failure)
    this.#isFailing = isFailing
  }

  end({ id }: Source, waitMs?: number): void {
    this.#sites.delete(id)
    if (waitMs !== undefined) this.#leftUntil.set(id, this.#options.now() + waitMs)
  }

  /** Returns the leases; if that fails, they expire. */
  async close(): Promise<void> {
    clearInterval(this.#renewing)
    await this.#options.leases.release().catch(() => undefined)
  }

  async #lease(room: number): Promise<DueSource[]> {
    const { leases } = this.#options
    const due = await leases.listDue()
    if (due.length === 0) return []
    const chosen = this.#choose(due, await leases.listTaken(), room)
    if (chosen.size === 0) return []
    const ours = await leases.take([...new Set(chosen.values())])
    const ids = [...chosen].flatMap(([id, site]) => (ours.has(site) ? id : []))
    const states = ids.length === 0 ? [] : await leases.findDue(ids)
    return states.flatMap((state) => {
      const source = this.#sources.get(state.sourceId)
      const site = chosen.get(state.sourceId)
      if (source === undefined || site === undefined) return []
      this.#sites.set(source.id, site)
      return [{ source, state }]
    })
  }

  /** @returns sites by source */
  #choose(
    due: readonly SourceState[],
    taken: ReadonlySet<string>,
    room: number,
  ): ReadonlyMap<string, string> {
    const { perHost, now } = this.#options
    const ofSite = countEach(this.#sites.values())
    const chosen = new Map<string, string>()
    for (const state of due) {
      if (chosen.size >= room) break
      const source = this.#sources.get(state.sourceId)
      if (source === undefined || this.#sites.has(source.id)) continue
      if ((this.#leftUntil.get(source.id) ?? 0) > now()) continue
      const site = siteOf(source, state)
      const count = ofSite.get(site) ?? 0
      if (taken.has(site) || count >= perHost) continue
      ofSite.set(site, count + 1)
      chosen.set(source.id, site)
    }
    return chosen
  }

  async #renew(): Promise<void> {
    const sites = new Set(this.#sites.values())
    // If it fails, the next `take` fails too and reports it.
    if (sites.size > 0) await this.#options.leases.renew([...sites]).catch(() => undefined)
  }
}

/** What a lease covers: hosts of one registrable domain share limits, and often a server. */
function siteOf({ url }: Source, { location }: SourceState): string {
  return registrableDomain(hostOf(location?.movedTo ?? url))
}
