import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgresReadStore } from '../../src/store/postgres/open.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import { openSqliteReadStore } from '../../src/store/sqlite/open.ts'
import { emptyFolder, runCli } from '../e2e/run-cli.ts'
import type { FeedWorld } from './feed-world.ts'

/**
 * Compares the items with those of the feeds, and the stories with those of one process that visits the same rounds.
 *
 * @param url the store of the nodes
 * @param folder for what a reader of it keeps
 */
export async function compare(
  world: FeedWorld,
  { url, sources, folder }: { readonly url: string; readonly sources: number; readonly folder: string },
) {
  const shared = await collectionOf(
    await openPostgresReadStore(
      { kind: 'postgres', url, readUrls: [], file: join(folder, 'reader') },
      { now: Date.now },
    ),
  )
  const expected = world.articles()
  const found = new Map(shared.map(({ url: address, carriers }) => [address, carriers]))
  const alone = await collectAlone(world, sources)
  const [ours, others] = [storiesOf(shared), storiesOf(alone)]
  return {
    items: shared.length,
    lost: [...expected.keys()].filter((address) => !found.has(address)).length,
    doubled: shared.length - found.size,
    miscounted: [...expected].filter(([address, carriers]) => found.get(address) !== carriers).length,
    stories: ours.size,
    storiesOfSeveral: [...ours].filter((story) => story.includes(' ')).length,
    otherStories:
      [...ours].filter((story) => !others.has(story)).length +
      [...others].filter((story) => !ours.has(story)).length,
  }
}

interface Collected {
  readonly url: string
  readonly storyId: number
  /** How many sources carry it. */
  readonly carriers: number
}

/** One process with a SQLite store visits all sources in each round. */
async function collectAlone(world: FeedWorld, sources: number): Promise<Collected[]> {
  const folder = emptyFolder()
  const file = join(folder, 'digest.db')
  writeFileSync(join(folder, 'digest.yaml'), settingsOf(world, sources, `sqlite:${file}`))
  const last = world.round
  for (world.round = 1; world.round <= last; world.round++) {
    const { code, stderr } = await runCli(['collect', '--all', '--json', '--data', folder], folder)
    if (code !== 0) throw new Error(stderr)
  }
  world.round = last
  return collectionOf(await openSqliteReadStore(file, { now: Date.now }))
}

async function collectionOf(store: ReadStore): Promise<Collected[]> {
  const collected: Collected[] = []
  for (let after = 0; ;) {
    const articles = await store.listArticles(after, 500)
    for (const { item } of articles) {
      after = Math.max(after, item.id)
      collected.push({ url: item.url, storyId: item.story.id, carriers: 1 + item.alsoIn.length })
    }
    if (articles.length > 0) continue
    await store.close()
    return collected
  }
}

/** Each story as the addresses of its items, with spaces between. */
function storiesOf(collected: readonly Collected[]): ReadonlySet<string> {
  const stories = new Map<number, string[]>()
  for (const { url, storyId } of collected) stories.set(storyId, [...(stories.get(storyId) ?? []), url])
  return new Set([...stories.values()].map((urls) => urls.toSorted().join(' ')))
}

/** The settings of every node: feeds that are due once a round. */
export function settingsOf(world: FeedWorld, sources: number, store: string): string {
  return [
    `store: ${JSON.stringify(store)}`,
    'collect: { allowAddresses: [127.0.0.0/8], thumbnails: false, every: 6h }',
    'sources:',
    ...Array.from(
      { length: sources },
      (_, source) =>
        `  - { id: s${source}, name: Source ${source}, url: "${world.urlOf(source)}", language: en }`,
    ),
    '',
  ].join('\n')
}
