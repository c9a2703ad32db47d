import { setTimeout as sleep } from 'node:timers/promises'
import type { Broken } from '../harness/trial.ts'
import { differences, list, versionAt, walk } from './compare.ts'
import { Mirror, type Surroundings, WAYS } from './mirror.ts'

const ALL_REASONS = 'reasons=added,edited,story,filed,seen,scored,expired,removed,merged'

/** A mirror that is behind for longer does not come after. On a busy machine a comparison alone takes seconds. */
const BEHIND_MS = 60_000
const LOOK_EVERY_MS = 50

/** The clients of a trial, and whether they have what a fresh walk gives. */
export class Mirrors {
  readonly all: Mirror[] = []
  readonly #around: Surroundings
  readonly #running: Promise<void>[] = []

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** Starts one for each query and way that begins at this moment. */
  start(query: string): void {
    const { length } = this.all
    for (const [index, way] of WAYS.entries()) {
      // Two of three filters are followed without scores.
      const isWhole = (length / WAYS.length + index) % 2 === 0
      const asked = isWhole ? `${ALL_REASONS}&${query}` : query
      const mirror = new Mirror({ way, query: asked }, this.#around)
      this.all.push(mirror)
      this.#running.push(mirror.run())
    }
  }

  async stop(): Promise<void> {
    for (const mirror of this.all) mirror.stop()
    await Promise.all(this.#running)
  }

  /** Compares all of them at a moment at which nothing is saved. @returns how many items they hold together */
  async check(when: string, broken: Broken): Promise<number> {
    const until = performance.now() + BEHIND_MS
    for (;;) {
      const before = await this.#versions()
      const faults = await this.#faults()
      const isAtRest = new Set([...before, ...(await this.#versions())]).size === 1
      if (isAtRest && faults.length === 0) break
      if (performance.now() > until) {
        broken.add(when, isAtRest ? faults : ['the collection did not come to rest'])
        break
      }
      await sleep(LOOK_EVERY_MS)
    }
    return this.all.reduce((sum, { items }) => sum + items.size, 0)
  }

  /** Notes what they saw that must not be. @param restores how often a backup was restored */
  judge(restores: number, broken: Broken): void {
    for (const { followed, faults, anew } of this.all) {
      const name = `${followed.way} ${followed.query}`
      broken.add(name, faults.slice(0, 5))
      broken.unless(anew[409] <= restores && anew[410] === 0, `${name} began again: ${JSON.stringify(anew)}`)
    }
    broken.unless(
      restores === 0 || this.all.some(({ anew }) => anew[409] > 0),
      'nobody noticed the restored backup',
    )
  }

  /** @param change what was done and why: `delete expired` */
  saw(change: string): boolean {
    return this.all.some(({ reasons }) => reasons.has(change))
  }

  notes(): string[] {
    const rows = this.all.reduce((sum, one) => sum + one.rows, 0)
    const reasons = new Set(this.all.flatMap((one) => [...one.reasons]))
    return [`${this.all.length} clients were sent ${rows} changes`, [...reasons].toSorted().join(', ')]
  }

  #versions(): Promise<string[]> {
    return Promise.all(this.#around.urls().map(versionAt))
  }

  async #faults(): Promise<string[]> {
    const faults: string[] = []
    for (const [index, query] of [...new Set(this.all.map(({ followed }) => followed.query))].entries()) {
      const urls = this.#around.urls()
      const url = urls[index % urls.length] ?? ''
      const walked = await walk(url, query, 1_000)
      const listed = await list(url, query)
      const same = this.all.filter(({ followed }) => followed.query === query)
      for (const mirror of same)
        for (const [what, expected] of [
          ['walk', walked],
          ['list', listed],
        ] as const)
          for (const difference of differences(mirror, expected))
            faults.push(`${mirror.followed.way} ${query || 'everything'}, beside a ${what}: ${difference}`)
    }
    return faults
  }
}
