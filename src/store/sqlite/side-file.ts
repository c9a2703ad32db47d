import { open, readFile, rename, rm } from 'node:fs/promises'

/** Writes a cache beside the store and puts it in its place: a crash leaves the old one or the new one. Never rejects. */
export async function writeSideFile(file: string, bytes: Uint8Array): Promise<void> {
  const draft = `${file}.new-${process.pid}`
  try {
    const handle = await open(draft, 'w')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

/** @returns `undefined` where the file is not there or cannot be read */
export async function readSideFile(file: string): Promise<Uint8Array | undefined> {
  return readFile(file).catch(() => undefined)
}
