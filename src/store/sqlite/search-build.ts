import { Worker } from 'node:worker_threads'
import { SearchIndex } from '../search-index/search-index.ts'
import type { Segment } from '../search-index/segment.ts'
import { partsOf, type SegmentParts, segmentOf } from '../search-index/segment-parts.ts'
import { openForReading } from './database.ts'
import { Names } from './names.ts'
import { SearchDocuments } from './search-documents.ts'

/** An index and the change that the store had come to before it was begun. */
export interface BuiltIndex {
  readonly mark: { readonly seq: number }
  readonly segments: readonly Segment[]
}

/** What the thread sends. */
export interface BuiltParts {
  readonly seq: number
  readonly parts: readonly SegmentParts[]
}

/** Documents prepared at once: more only take memory while they are. */
const BATCH = 16_000

/** A build under way. */
export interface Build {
  readonly built: Promise<BuiltIndex>
  /** Ends it without a result; resolves once its thread, and with it its database connection, is gone. */
  stop(): Promise<void>
}

/** Builds the index of a whole store in a thread of its own. */
export function buildInThread(file: string): Build {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const worker = new Worker(new URL(`./search-build-thread.${extension}`, import.meta.url), {
    workerData: file,
    name: 'search-build',
  })
  const built = new Promise<BuiltIndex>((resolve, reject) => {
    worker.once('message', ({ seq, parts }: BuiltParts) =>
      resolve({ mark: { seq }, segments: parts.map(segmentOf) }),
    )
    worker.once('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`the thread that builds the search index ended (${code})`)),
    )
  })
  worker.unref()
  return {
    built,
    async stop() {
      await worker.terminate()
    },
  }
}

/** Reads a store through and indexes it; what changes meanwhile comes after `seq`. */
export function buildParts(file: string): BuiltParts {
  const db = openForReading(file, { now: Date.now })
  try {
    const documents = new SearchDocuments(db, new Names(db))
    const seq = documents.lastSeq()
    const index = new SearchIndex()
    let batch = []
    for (const some of documents.all()) {
      for (const document of some) batch.push(document)
      if (batch.length < BATCH) continue
      index.put(batch)
      batch = []
      while (index.mergeStep());
    }
    index.put(batch)
    while (index.mergeStep());
    return { seq, parts: index.segments.map(partsOf) }
  } finally {
    db.close()
  }
}

/** The memory of parts, to be handed over. */
export function buffersOf(parts: readonly SegmentParts[]): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>()
  for (const { bytes, numbers } of parts) {
    for (const { buffer } of [...bytes, ...numbers]) if (buffer instanceof ArrayBuffer) buffers.add(buffer)
  }
  return [...buffers]
}
