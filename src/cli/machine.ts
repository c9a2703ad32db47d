import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import { messageOf } from '../model/errors.ts'
import { diskTrouble, type MachineTrouble, memoryTrouble } from '../model/machine.ts'

/** Measures the disk of the data folder and of the store, and the memory. */
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
    // There is no such folder before the first start.
    return undefined
  }
}

function memoryOf(): MachineTrouble | undefined {
  const limit = process.constrainedMemory()
  try {
    return memoryTrouble({
      // Elsewhere, what the system could free at once does not count as free.
      freeBytes: process.platform === 'linux' ? freemem() : undefined,
      ownBytes: process.memoryUsage.rss(),
      limitBytes: limit > 0 && limit < totalmem() ? limit : undefined,
    })
  } catch (cause) {
    // It is read from a file of the system, which cannot be opened.
    return { part: 'files', message: messageOf(cause) }
  }
}

/** How many files, with connections, this process may have open at once; infinite where the system does not say. */
export function maxOpenFiles(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
  } catch {
    // Only Linux has it.
    return Infinity
  }
}
