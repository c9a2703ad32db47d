import { eventually, runCli, startCli, startServing } from '../../test/e2e/run-cli.ts'
import { randomOf } from '../../test/random.ts'
import { isReady } from './asking.ts'
import { makeStore } from './made-store.ts'
import { NewsServer } from './news-server.ts'
import type { Result } from './report.ts'
import { Broken, type Outcome, type Trial, type TrialContext } from './trial.ts'

/** Logs each saved visit. */
const COLLECT = ['collect', '--all', '--log-level', 'debug']

export interface TrialOptions {
  readonly isShort: boolean
  /** At most this many times. */
  readonly most?: number
  readonly folder: string
  readonly seed: number
}

/** Runs a trial and ends all that it started. An error that it does not expect counts as broken. */
export async function runTrial(
  trial: Trial,
  { isShort, most = Infinity, folder, seed }: TrialOptions,
): Promise<Result> {
  const started = performance.now()
  const times = Math.min(most, isShort ? trial.times.short : trial.times.full)
  const cleanUps: (() => unknown)[] = []
  const context = openContext({ times, folder, random: randomOf(seed) }, (cleanUp) => cleanUps.push(cleanUp))
  const { broken } = context
  const orNote = async (run: () => unknown): Promise<void> => {
    try {
      await run()
    } catch (error) {
      broken.add('the trial failed', [
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      ])
    }
  }
  let outcome: Outcome = {}
  await orNote(async () => (outcome = await trial.run(context)))
  for (const cleanUp of cleanUps.toReversed()) await orNote(cleanUp)
  const tried = outcome.skipped === undefined ? times : 0
  const seconds = (performance.now() - started) / 1000
  return { trial, tried, ...outcome, broken: broken.lines, seconds }
}

function openContext(
  given: Pick<TrialContext, 'times' | 'folder' | 'random'>,
  afterwards: TrialContext['afterwards'],
): TrialContext {
  const cwd = given.folder
  const start: TrialContext['start'] = (args, options) => {
    const process = startCli(args, { cwd, ...options })
    afterwards(() => process.stop('SIGKILL'))
    return process
  }
  const serve: TrialContext['serve'] = async (args, options) => {
    const serving = await startServing(args, { cwd, ...options })
    afterwards(() => serving.stop('SIGKILL'))
    await eventually(() => isReady(serving.url), Boolean, 300_000)
    return serving
  }
  const openNews: TrialContext['openNews'] = async (feeds) => {
    const news = await NewsServer.start(feeds)
    afterwards(() => news.stop())
    return news
  }
  const context: TrialContext = {
    ...given,
    broken: new Broken(),
    afterwards,
    start,
    serve,
    collect: (args, options) => start([...COLLECT, ...args], options),
    collectWell: (args) => runCli([...COLLECT, ...args], cwd),
    openNews,
    makeStore: (feeds, moreSettings) => makeStore(context, feeds, moreSettings),
  }
  return context
}
