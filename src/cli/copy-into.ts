import cliProgress from 'cli-progress'
import type { StoreAddress } from '../model/store-address.ts'
import { type CopyProgress, type CopyReport, copyStart, copyStore } from '../store/copy/copy-store.ts'
import type { TableStore } from '../store/copy/table-store.ts'
import { engineOf } from '../store/engine-of.ts'
import { closing, type CommandDeps } from './io.ts'
import { hasStore, lockStopped } from './open-store.ts'

/**
 * Copies a store into another one, and shows progress. Nobody may collect into the target.
 *
 * @param when completes "stop the service …"
 * @throws the errors of opening a store and of `copyStore`; DigestError('storeInUse')
 */
export async function copyInto(
  source: TableStore,
  to: StoreAddress,
  when: string,
  { stderr }: CommandDeps['io'],
  signal: AbortSignal,
): Promise<CopyReport> {
  if (await hasStore({ store: to })) await checkTarget(source, to)
  return closing(await (await engineOf(to)).openTablesForWriting(), async (target) => {
    const release = await lockStopped(to, when)
    const progress = progressTo(stderr)
    try {
      return await copyStore(source, target, { signal, onProgress: progress.show })
    } finally {
      progress.end()
      await release()
    }
  })
}

/** Checks the target read-only: opening it for writing could migrate a foreign store. */
async function checkTarget(source: TableStore, to: StoreAddress): Promise<void> {
  return closing(await (await engineOf(to)).openTables(), async (target) => {
    const [sourceState, targetState] = [
      await source.snapshot((from) => from.state()),
      await target.snapshot((into) => into.state()),
    ]
    copyStart(source.place, sourceState, target.place, targetState)
  })
}

const VERBS = { copied: 'copying', verified: 'verifying' } as const

/** A bar on a terminal, otherwise a line per table. */
function progressTo(stderr: CommandDeps['io']['stderr']) {
  if (stderr.isTTY !== true) {
    return {
      show: ({ kind, table, done, rows }: CopyProgress): void => {
        if (done === rows) stderr.write(`${kind} ${table}: ${rows} rows\n`)
      },
      end: () => undefined,
    }
  }
  const bar = new cliProgress.SingleBar({
    format: '{verb} {bar} {value}/{total} rows {table}',
    hideCursor: true,
    stream: process.stderr,
  })
  let shown: CopyProgress['kind'] | undefined
  return {
    show: ({ kind, table, doneOfAll, rowsOfAll }: CopyProgress): void => {
      const payload = { verb: VERBS[kind], table }
      if (shown === kind) bar.update(doneOfAll, payload)
      else bar.start(rowsOfAll, doneOfAll, payload)
      shown = kind
    },
    end: () => bar.stop(),
  }
}
