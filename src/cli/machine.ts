import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import { messageOf } from '../model/errors.ts'
import { diskTrouble, type MachineTrouble, memoryTrouble } from '../model/machine.ts'

/** Measures memory, and the disks of the data folder and the store. */
export async function readMachine({
  dataDir,
  store,
}: Pick<Config, 'dataDir' | 'store'>): Promise<MachineTrouble[]> {
  const storeDir = dirname(store.file)
  const disks = [
    await diskOf(dataDir, 'data folder'),
    storeDir === dataDir ? undefined : await diskOf(storeDir, 'store'),
  ]
  return [...disks, memoryOf()].filter((trouble) => trouble !== undefined)
}

async function diskOf(folder: string, where: 'data folder' | 'store'): Promise<MachineTrouble | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return diskTrouble(where, bavail * bsize)
  } catch {
    // The folder does not exist before the first start.
    return undefined
  }
}

function memoryOf(): MachineTrouble | undefined {
  const limit = process.constrainedMemory()
  try {
    return memoryTrouble({
      // Only on Linux does `freemem` include memory that the system can reclaim at once.
      freeBytes: process.platform === 'linux' ? freemem() : undefined,
      ownBytes: process.memoryUsage.rss(),
      limitBytes: limit > 0 && limit < totalmem() ? limit : undefined,
    })
  } catch (cause) {
    // No free file handle is left to read the limit.
    return { part: 'files', message: messageOf(cause) }
  }
}

/** How many files and connections this process may open at once; infinite if unknown. */
export function maxOpenFiles(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
  } catch {
    // Exists only on Linux.
    return Infinity
  }
}
