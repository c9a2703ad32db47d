// Makes one backup for the service, and exits.

import { constants, setPriority } from 'node:os'
import { dirname } from 'node:path'
import { messageOf } from '../../model/errors.ts'
import type { StoreAddress } from '../../model/store-address.ts'
import { requireRoom } from '../../store/backup/room.ts'
import { writeBackup } from '../../store/backup/write-backup.ts'
import { engineOf } from '../../store/engine-of.ts'

export interface BackupRequest {
  /** Has credentials, so it must not be an argument: other users could see it. */
  readonly store: StoreAddress
  readonly file: string
}

export interface BackupResult {
  readonly error: string | undefined
}

// Ctrl-C and service managers signal every process; the service decides what to do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit(1))
process.once('message', (request: BackupRequest) => {
  make(request).then(
    () => report(undefined),
    (cause: unknown) => report(messageOf(cause)),
  )
})

async function make({ store, file }: BackupRequest): Promise<void> {
  yieldToRequests()
  await requireRoom(dirname(file), await (await engineOf(store)).bytes())
  await writeBackup(async (copy, signal) => (await engineOf(store)).copyTo(copy, signal), file)
}

/** Requests and visits come first. Some service managers and containers forbid changing the priority. */
function yieldToRequests(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The backup is made all the same.
  }
}

function report(error: string | undefined): void {
  const result: BackupResult = { error }
  process.send?.(result, undefined, undefined, () => process.exit(0))
}
