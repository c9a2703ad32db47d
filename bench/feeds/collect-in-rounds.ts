// `collect-in-rounds.ts FOLDER SERVER FEEDS` visits all sources in rounds within one process, as a running service
// does. FOLDER has a digest.yaml. The first round adds all items, the next ones none, the last the new items of FEEDS
// feeds. Prints a `Rounds` as JSON.

import { join } from 'node:path'
import { request } from 'undici'
import { openCollecting } from '../../src/cli/collecting.ts'
import { openStore } from '../../src/cli/open-store.ts'
import { loadConfig } from '../../src/config/load.ts'
import { cpuSecondsSince } from '../harness/cpu.ts'
import { quantile } from '../harness/quantile.ts'

/** CPU seconds that the process needs for rounds of visits. */
export interface Rounds {
  readonly first: number
  /** Median of several. */
  readonly unchanged: number
  readonly changed: number
  /** New items that the last round brought. */
  readonly added: number
}

const UNCHANGED_ROUNDS = 5

const [folder = '.', server = '', feeds = '0'] = process.argv.slice(2)
const config = loadConfig({ flags: { config: join(folder, 'digest.yaml'), data: folder } })
const store = await openStore(config)
await store.syncSources(config.sources, Date.now())
let added = 0
const collecting = await openCollecting(config, store, {
  onVisit(visit) {
    if (visit.collected.kind === 'failed') throw new Error(`${visit.sourceId} could not be visited`)
    added += visit.added
  },
  onError(_source, cause) {
    throw cause
  },
})

const first = await cpuOfRound()
const unchanged: number[] = []
for (let round = 0; round < UNCHANGED_ROUNDS; round++) unchanged.push(await cpuOfRound())
await (await request(`${server}/_change?feeds=${feeds}`)).body.dump()
added = 0
const changed = await cpuOfRound()
await collecting.close()
await store.close()

const rounds: Rounds = {
  first,
  unchanged: quantile(unchanged, 0.5),
  changed,
  added,
}
process.stdout.write(`${JSON.stringify(rounds)}\n`)

async function cpuOfRound(): Promise<number> {
  const before = process.cpuUsage()
  await collecting.schedule.runOnce('all', new AbortController().signal)
  return cpuSecondsSince(before)
}
