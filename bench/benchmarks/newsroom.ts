import { outletFeed } from '../../sample/feeds/outlet-feed.ts'
import { writeFeed } from '../../sample/feeds/write-feed.ts'
import { OUTLETS } from '../../sample/outlets/outlets.ts'
import { createWorld } from '../../sample/world/world.ts'
import type { Benchmark, Figure } from '../harness/benchmark.ts'
import { cpuSecondsSince } from '../harness/cpu.ts'

/** Measures the start of the sample newsroom, so that its cost is not taken for that of the service. */
export const benchmark: Benchmark = {
  name: 'newsroom',
  description: 'the sample newsroom: inventing 30 days of news and writing every feed once',
  run: () => {
    const before = process.cpuUsage()
    const world = createWorld()
    const now = Date.now()
    const articles = world.articles(now)
    const inventingSeconds = cpuSecondsSince(before)

    const addresses = { base: 'http://127.0.0.1', link: (url: string) => url }
    const bytes = OUTLETS.map((outlet) => {
      const feed = outletFeed(world, outlet, world.publicationsOf(outlet.id, now), now, addresses)
      return Buffer.byteLength(writeFeed(feed))
    }).reduce((sum, each) => sum + each, 0)
    const writtenSeconds = cpuSecondsSince(before)

    const figures: Figure[] = [
      { name: 'articles of 30 days', value: articles.length, unit: 'items' },
      { name: 'inventing them: CPU', value: inventingSeconds, unit: 's' },
      { name: 'and writing all feeds: CPU', value: writtenSeconds, unit: 's' },
      { name: 'size of all feeds', value: bytes / 1e6, unit: 'MB' },
    ]
    return Promise.resolve(figures)
  },
}
