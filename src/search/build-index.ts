import { inSteps } from '../model/in-steps.ts'
import type { StoreAddress } from '../model/store-address.ts'
import { engineOf } from '../store/engine-of.ts'
import type { SearchSource } from '../store/search-source.ts'
import { openThread } from '../threads/open-thread.ts'
import { SearchIndex } from './index/search-index.ts'
import type { Segment } from './index/segment.ts'

/** An index, with the store's last change before the build. */
export interface BuiltIndex {
  readonly version: { readonly seq: number }
  readonly segments: readonly Segment[]
}

export interface Build {
  readonly built: Promise<BuiltIndex>
  /** Stops the build without a result. Resolves when its thread and its database connection are closed. */
  stop(): Promise<void>
}

/**
 * Builds the index of a whole store in a thread. The thread keeps the process alive, since a command may wait for it
 * alone. Stop a build whose index is not needed.
 *
 * @param onProgress called with the share of indexed items, 0..1
 */
export function buildInThread(address: StoreAddress, onProgress: (share: number) => void): Build {
  const worker = openThread('build-index-thread', import.meta.url, {
    workerData: address,
    name: 'search-index',
  })
  const built = new Promise<BuiltIndex>((resolve, reject) => {
    worker.on('message', (message: BuiltIndex | number) => {
      if (typeof message === 'number') onProgress(message)
      else resolve(message)
    })
    worker.once('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`the thread that builds the search index ended (${code})`)),
    )
  })
  return {
    built,
    async stop() {
      await worker.terminate()
    },
  }
}

/**
 * Reads a whole store and indexes it. Changes during the build come after `seq`.
 *
 * @param onProgress called with the share of indexed items, 0..1
 */
export async function buildIndex(
  address: StoreAddress,
  onProgress: (share: number) => void,
): Promise<BuiltIndex> {
  const { source, close } = await (await engineOf(address)).openSearchSource()
  try {
    const seq = await source.lastSeq()
    const total = await source.count()
    const index = await indexOf(source, (read) => onProgress(Math.min(1, read / total)))
    return { version: { seq }, segments: index.segments }
  } finally {
    await close()
  }
}

/**
 * Indexes all items, a few hundred at a time: larger batches would only take more memory.
 *
 * @param onRead called with the number of indexed items
 */
export async function indexOf(
  source: Pick<SearchSource, 'allDocuments'>,
  onRead: (items: number) => void = () => undefined,
): Promise<SearchIndex> {
  const index = new SearchIndex()
  let read = 0
  for await (const documents of source.allDocuments()) {
    index.add(await inSteps(index.prepare(documents)))
    while (index.mergeStep());
    read += documents.length
    onRead(read)
  }
  return index
}

/** Lists the buffers of an index, for a transfer to another thread. */
export function buffersOf(part: unknown): ArrayBuffer[] {
  if (typeof part !== 'object' || part === null) return []
  if (!ArrayBuffer.isView(part)) return [...new Set(Object.values<unknown>({ ...part }).flatMap(buffersOf))]
  return part.buffer instanceof ArrayBuffer ? [part.buffer] : []
}
