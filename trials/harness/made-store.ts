import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isReady } from './asking.ts'
import { NewsServer } from './news-server.ts'
import { end, startCommand, startService, until } from './service.ts'

/** A collection with all its side files, which copies are made of. */
export interface MadeStore {
  readonly news: NewsServer
  readonly config: string
  /** Copies the data folder anew to `name`, and returns it. */
  copy(name: string): string
  stop(): Promise<void>
}

export async function makeStore(folder: string, feeds: number, moreSettings = ''): Promise<MadeStore> {
  const news = await NewsServer.start(feeds)
  const config = news.writeSettings(folder, moreSettings)
  const data = join(folder, 'made')
  const { code } = await startCommand(['collect', '--all', '--config', config, '--data', data]).ended
  if (code !== 0) throw new Error(`collect ended with ${code}`)
  const service = await startService(['--no-collect', '--config', config, '--data', data])
  await until(() => isReady(service.url), '/readyz')
  await end(service)
  return {
    news,
    config,
    copy(name) {
      const copied = join(folder, name)
      rmSync(copied, { recursive: true, force: true })
      cpSync(data, copied, { recursive: true })
      return copied
    },
    stop: () => news.stop(),
  }
}
