import { once } from 'node:events'
import { join } from 'node:path'
import type { Notice } from '../../api/page/page.ts'
import type { Config } from '../../config/config.ts'
import { SAMPLE_STORE } from '../../config/load.ts'
import type { Source } from '../../model/source.ts'
import { LONG_LIVED, openThread } from '../../threads/open-thread.ts'
import { calledAs } from '../io.ts'

/** The sample newsroom in its own thread, and the settings to collect from it. */
export type Sample = Awaited<ReturnType<typeof startSample>>

const INIT = `${calledAs()} init`

/** Tells readers that the news is invented, and how to configure real sources. */
const NOTICE: Notice = {
  en: [
    'There is no digest.yaml here, so this is the sample newsroom: all of its news is invented.',
    `To collect real sources: ${INIT}, edit digest.yaml, and start again.`,
  ].join('\n'),
  de: [
    'Hier liegt keine digest.yaml, deshalb ist dies die Musterredaktion: alle ihre Nachrichten sind erfunden.',
    `Um echte Quellen zu sammeln: ${INIT}, digest.yaml anpassen und neu starten.`,
  ].join('\n'),
  fr: [
    'Il n’y a pas de digest.yaml ici : ceci est la rédaction d’exemple, toutes ses nouvelles sont inventées.',
    `Pour collecter de vraies sources : ${INIT}, modifier digest.yaml, puis redémarrer.`,
  ].join('\n'),
}

/** Starts the newsroom with its own store: invented news must not mix with real news. */
export async function startSample(config: Config) {
  const worker = openThread('newsroom-worker', import.meta.url, {
    name: 'newsroom',
    resourceLimits: LONG_LIVED,
  })
  const [{ sources }] = (await once(worker, 'message')) as [{ sources: readonly Source[] }]

  const sampled: Config = {
    ...config,
    sources,
    store: { kind: 'sqlite', file: join(config.dataDir, SAMPLE_STORE) },
    collect: { ...config.collect, allowAddresses: [...config.collect.allowAddresses, '127.0.0.0/8'] },
  }
  return { config: sampled, notice: NOTICE, stop: () => worker.terminate() }
}
