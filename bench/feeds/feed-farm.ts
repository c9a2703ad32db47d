import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { script, startServed } from '../harness/child.ts'
import { benchOutlet } from './feed-documents.ts'

/** Many invented feeds, served by another process. */
export interface FeedFarm {
  readonly url: string
  readonly feedUrls: readonly string[]
  /** Text of all feeds, before compression. */
  readonly bytes: number
  /** Writes settings that collect from all of them, and returns the file. */
  writeSettings(folder: string): string
  /** Gives the first `feeds` feeds three newer items. */
  change(feeds: number): Promise<void>
  stop(): Promise<void>
}

const HOSTS = 50

export async function startFeedFarm(feeds: number, items: number): Promise<FeedFarm> {
  const served = await startServed(script('feeds/feed-server.ts', String(feeds), String(items)))
  const { port } = new URL(served.url)
  const { bytes } = (await (await request(`${served.url}/_totals`)).body.json()) as { bytes: number }
  const feedUrls = Array.from(
    { length: feeds },
    (_, index) =>
      `http://127.0.0.${process.platform === 'linux' ? (index % HOSTS) + 1 : 1}:${port}/feed/${index}`,
  )
  return {
    url: served.url,
    feedUrls,
    bytes,
    writeSettings: (folder) => {
      const file = join(folder, 'digest.yaml')
      writeFileSync(file, settings(feedUrls))
      return file
    },
    change: async (count) => {
      await (await request(`${served.url}/_change?feeds=${count}`)).body.dump()
    },
    stop: () => served.stop(),
  }
}

function settings(feedUrls: readonly string[]): string {
  const sources = feedUrls.map((url, index) => {
    const { id, name, category, language } = benchOutlet(index)
    return `  - { id: ${id}, name: ${name}, url: '${url}', category: ${category}, language: ${language} }`
  })
  return `collect: { allowAddresses: [127.0.0.0/8] }\nsources:\n${sources.join('\n')}\n`
}
