import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { NewsServer } from './news-server.ts'
import type { TrialContext } from './trial.ts'

/** A collection with all its side files, which copies are made of. */
export interface MadeStore {
  readonly news: NewsServer
  /** Makes a copy anew in the folder `name`. */
  copy(name: string): StoreCopy
}

export interface StoreCopy {
  readonly data: string
  /** The database in it. */
  readonly file: string
  /** By which a command uses it. */
  readonly args: readonly string[]
}

export async function makeStore(
  { folder, openNews, collectWell }: TrialContext,
  feeds: number,
  moreSettings?: string,
): Promise<MadeStore> {
  const news = await openNews(feeds)
  const config = news.writeSettings(folder, moreSettings)
  const made = copyIn(join(folder, 'made'))
  const { code } = await collectWell(made.args)
  if (code !== 0) throw new Error(`collect ended with ${code}`)

  function copyIn(data: string): StoreCopy {
    return { data, file: join(data, 'digest.db'), args: ['--config', config, '--data', data] }
  }

  return {
    news,
    copy(name) {
      const copied = copyIn(join(folder, name))
      rmSync(copied.data, { recursive: true, force: true })
      cpSync(made.data, copied.data, { recursive: true })
      return copied
    },
  }
}
