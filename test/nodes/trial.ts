import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { emptyFolder, eventually } from '../e2e/run-cli.ts'
import { randomOf } from '../random.ts'
import { compare, settingsOf } from './compare.ts'
import { type FeedRequest, type FeedWorld, openFeedWorld } from './feed-world.ts'
import { type Node, type Role, startNode } from './node.ts'

export interface TrialOptions {
  /** An empty database or schema. */
  readonly url: string
  readonly sources: number
  /** Longest time that a feed takes to answer, ms. */
  readonly maxDelayMs: number
  /** How many nodes are killed, at random moments. Each is replaced by a new one. */
  readonly kills: number
  /** Rounds of visits: in each, every source is due once. */
  readonly rounds: number
  readonly nodes: Readonly<Partial<Record<Role, number>>>
  readonly progress?: (line: string) => void
}

/** What several nodes did with the feeds, and how it compares with one process. */
export interface TrialResult {
  readonly rounds: number
  readonly requests: number
  readonly kills: Readonly<Partial<Record<Role, number>>>
  /** Visits of a source in a round after another one by a node that lives. */
  readonly doubleVisits: number
  /** Visits that began anew because their node was killed. */
  readonly repeatedVisits: number
  readonly unvisited: number
  /** From a kill until its visits began anew elsewhere, the longest, ms. */
  readonly longestLeaseReturnMs: number
  /** From the kill of the digester until a standby digests, the longest, ms; how many such kills there were. */
  readonly longestHandOverMs: number
  readonly handOvers: number
  readonly hostOverlaps: number
  readonly items: number
  readonly lost: number
  readonly doubled: number
  /** Articles with another number of sources than carry them. */
  readonly miscounted: number
  readonly stories: number
  readonly storiesOfSeveral: number
  /** Stories of one run that the other one lacks. */
  readonly otherStories: number
  readonly setAside: number
  /** Totals that the API nodes give at the end. */
  readonly apiTotals: readonly number[]
}

/** On a slow and busy machine a round of a thousand sources takes many minutes. */
const MAX_ROUND_MS = 3_600_000

/** A kill of a node. */
interface Kill {
  readonly node: Node
  /** Epoch ms */
  readonly at: number
}

export async function runTrial(options: TrialOptions): Promise<TrialResult> {
  const world = await openFeedWorld(options.sources, options.maxDelayMs)
  const db = new Client({ connectionString: options.url })
  await db.connect()
  const folder = emptyFolder()
  const shared = settingsOf(world, options.sources, options.url)
  writeFileSync(join(folder, 'digest.yaml'), shared)
  const random = randomOf(options.kills + options.sources)
  const nodes: Node[] = []
  const kills: Kill[] = []
  const handOvers: number[] = []
  let started = 0
  const start = (role: Role): void => {
    started++
    nodes.push(startNode(`${role}-${started}`, role, folder))
  }
  try {
    for (const [role, count] of Object.entries(options.nodes) as [Role, number][])
      for (let index = 0; index < count; index++) start(role)
    await eventually(
      () => nodes.map(({ isUp }) => isUp()),
      (up) => up.every(Boolean),
      MAX_ROUND_MS,
    )
    let isOver = false
    const killing = killAtRandom()
    for (world.round = 1; ; world.round++) {
      await roundEnd(db, options.sources)
      options.progress?.(`round ${world.round}: all visited; ${kills.length} kills`)
      if (world.round === options.rounds) break
      await db.query('UPDATE sources SET next_visit_at = 0')
    }
    isOver = true
    await killing
    await roundEnd(db, options.sources)
    const apiTotals = await totalsOf(nodes, world)
    return {
      ...visitsOf(world, options.sources, kills),
      ...(await compare(world, { ...options, folder })),
      kills: countRoles(kills),
      longestHandOverMs: Math.max(0, ...handOvers),
      handOvers: handOvers.length,
      hostOverlaps: world.overlaps(),
      setAside: Number((await db.query('SELECT count(*) FROM inbox')).rows[0]?.count),
      apiTotals,
    }

    async function killAtRandom(): Promise<void> {
      // By progress, not by time: on a slow machine new nodes take long to start.
      const moments = Array.from({ length: options.kills }, () => random() * options.rounds * options.sources)
      for (const moment of moments.toSorted((one, other) => one - other)) {
        const node = await eventually(
          () => (world.requests.length >= moment ? oneOf(nodes.filter(({ isUp }) => isUp())) : undefined),
          (found) => found !== undefined || isOver,
          MAX_ROUND_MS,
        )
        if (node === undefined) return
        const digests = node === activeOf(nodes)
        nodes.splice(nodes.indexOf(node), 1)
        const hadStandby = digests && nodes.some((other) => canDigest(other) && other.isUp())
        const at = Date.now()
        await node.stop('SIGKILL')
        kills.push({ node, at })
        start(node.role)
        if (hadStandby) handOvers.push((await nextDigester(nodes, at)) - at)
      }
    }

    function oneOf(up: readonly Node[]): Node | undefined {
      return up[Math.floor(random() * up.length)]
    }
  } finally {
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
    await db.end()
    await world.close()
  }
}

const canDigest = ({ role }: Node): boolean => role === 'digester' || role === 'all'

/** The node that began to digest last. */
function activeOf(nodes: readonly Node[]): Node | undefined {
  return nodes
    .filter(({ digestsSince }) => digestsSince() !== undefined)
    .toSorted((one, other) => (other.digestsSince() ?? 0) - (one.digestsSince() ?? 0))[0]
}

function nextDigester(nodes: readonly Node[], after: number): Promise<number> {
  return eventually(
    () => activeOf(nodes)?.digestsSince() ?? 0,
    (since) => since > after,
  )
}

/** Waits until every source was visited and all that was fetched is digested. */
async function roundEnd(db: Client, sources: number): Promise<void> {
  const sql = `SELECT (SELECT count(*)::int FROM inbox WHERE set_aside_at IS NULL) AS waiting,
    (SELECT count(*)::int FROM sources WHERE next_visit_at > extract(epoch FROM clock_timestamp()) * 1000) AS visited`
  await eventually(
    async () => (await db.query<{ waiting: number; visited: number }>(sql)).rows[0],
    (state) => state?.waiting === 0 && state.visited === sources,
    MAX_ROUND_MS,
  )
}

/** Compares what feeds were asked with the kills. */
function visitsOf(world: FeedWorld, sources: number, kills: readonly Kill[]) {
  const diedAt = new Map(kills.map(({ node, at }) => [node.name, at]))
  const byVisit = new Map<string, FeedRequest[]>()
  for (const request of world.requests) {
    const key = `${request.round}/${request.source}`
    byVisit.set(key, [...(byVisit.get(key) ?? []), request])
  }
  const returns: number[] = []
  let doubleVisits = 0
  for (const requests of byVisit.values()) {
    for (const [index, request] of requests.slice(1).entries()) {
      const died = diedAt.get(requests[index]?.node ?? '')
      if (died === undefined || died > request.at) doubleVisits++
      else returns.push(request.at - died)
    }
  }
  return {
    rounds: world.round,
    requests: world.requests.length,
    doubleVisits,
    repeatedVisits: returns.length,
    unvisited: world.round * sources - byVisit.size,
    longestLeaseReturnMs: Math.max(0, ...returns),
  }
}

/** What each API node counts, once it has taken in the last change. */
async function totalsOf(nodes: readonly Node[], world: FeedWorld): Promise<number[]> {
  const expected = world.articles().size
  return Promise.all(
    nodes
      .filter(({ role }) => role === 'api' || role === 'all')
      .map(async (node) => {
        const url = await eventually(node.url, (address) => address !== undefined)
        const total = async (): Promise<number> => {
          const response = await fetch(`${url}/api/items?limit=1`)
          return ((await response.json()) as { readonly total: number }).total
        }
        return eventually(total, (count) => count === expected, 10_000).catch(total)
      }),
  )
}

function countRoles(kills: readonly Kill[]): Partial<Record<Role, number>> {
  const counts: Partial<Record<Role, number>> = {}
  for (const { node } of kills) counts[node.role] = (counts[node.role] ?? 0) + 1
  return counts
}
