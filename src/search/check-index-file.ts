import { existsSync, statSync } from 'node:fs'
import { type EpochMs, HOUR_MS } from '../model/time.ts'
import { type CacheState, comparedState } from '../store/check/cache-state.ts'
import type { SearchSource } from '../store/search-source.ts'
import { indexFile } from './index-file.ts'
import { MAX_PENDING } from './index-updates.ts'
import { hashOf } from './index/document.ts'
import { findLive } from './index/segment.ts'
import { readSnapshot } from './index/snapshot.ts'

/** A running service writes the file more often. */
const KEPT_UP_MS = HOUR_MS

/**
 * Counts the changes of the store that the file of the index does not have, if they are so many that searches would wait for
 * them: `undefined` for fewer, for a file that was written lately, and for one that is made anew anyway.
 */
export async function changesBehind(source: SearchSource, now: EpochMs): Promise<number | undefined> {
  const file = indexFile(source.address)
  if (!existsSync(file) || now - statSync(file).mtimeMs < KEPT_UP_MS) return undefined
  const read = await readSnapshot(file)
  if (read === undefined || (await source.changeAt(read.version.seq)) !== read.version.at) return undefined
  const { edited, deleted } = await source.catchUp(read.version.seq)
  const count = edited.length + deleted.length
  return count > MAX_PENDING ? count : undefined
}

/** Compares the file of the search index with the texts of every item. Rejects with `storeFailed`. */
export async function checkIndexFile(source: SearchSource): Promise<CacheState> {
  const file = indexFile(source.address)
  if (!existsSync(file)) return { kind: 'absent' }
  const read = await readSnapshot(file)
  if (read === undefined) return { kind: 'damaged' }
  const { version, segments } = read
  if ((await source.changeAt(version.seq)) !== version.at) return { kind: 'outdated' }
  const { edited, deleted } = await source.catchUp(version.seq)
  const changed = new Set([...edited, ...deleted])
  let wrong = 0
  let matched = 0
  for await (const documents of source.allDocuments()) {
    for (const document of documents) {
      const live = findLive(segments, document.id)
      if (live !== undefined) matched += 1
      if (changed.has(document.id)) continue
      if (live === undefined || live.segment.columns.textHash[live.doc] !== hashOf(document)) wrong += 1
    }
  }
  const inFile = segments.reduce((sum, { live }) => sum + live, 0)
  const gone = deleted.filter((id) => findLive(segments, id) !== undefined).length
  return comparedState(wrong + Math.max(0, inFile - matched - gone))
}
