import type { Logger } from 'pino'
import { messageOf } from '../../model/errors.ts'
import { MINUTE_MS } from '../../model/time.ts'

/**
 * A part that `reset` ends and, if `start` returns a new one, replaces; calls run one after the other. A failed start
 * is retried in a minute.
 *
 * @param name in the plural
 */
export function restartable<Part extends { stop(): Promise<void> }>(
  name: string,
  log: Pick<Logger, 'error'>,
  start: () => Promise<Part | undefined> | Part | undefined,
) {
  let running: Part | undefined
  let last = Promise.resolve()
  let again: NodeJS.Timeout | undefined
  const reset = (): Promise<void> => {
    clearTimeout(again)
    return (last = last.then(restart).catch(onFailed))
  }
  const onFailed = (cause: unknown): void => {
    log.error(`${name} could not be started, and are tried again in a minute: ${messageOf(cause)}`)
    clearTimeout(again)
    again = setTimeout(() => void reset(), MINUTE_MS).unref()
  }
  const restart = async (): Promise<void> => {
    await running?.stop()
    running = undefined
    running = await start()
  }
  return {
    running: () => running,
    reset,
  }
}
