// oxlint-disable-next-line no-restricted-imports -- it starts this program again, and no other
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { StoreAddress } from '../../model/store-address.ts'
import type { BackupRequest, BackupResult } from './backup-process.ts'
import type { RunningBackup } from './backups.ts'

/**
 * Makes a backup in a process of its own. Checking a large store keeps a thread busy for seconds, and a process can be
 * ended at any moment.
 */
export function backupInProcess(store: StoreAddress, file: string): RunningBackup {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const child = fork(fileURLToPath(new URL(`./backup-process.${ending}`, import.meta.url)), [], {
    serialization: 'advanced',
  })
  const done = new Promise<void>((resolve, reject) => {
    child.once('message', ({ error }: BackupResult) =>
      error === undefined ? resolve() : reject(new Error(error)),
    )
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`its process ended (${signal ?? code})`)))
  })
  child.send({ store, file } satisfies BackupRequest, () => undefined)
  return { done, stop: () => void child.kill('SIGKILL') }
}
