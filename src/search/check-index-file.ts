import { existsSync } from 'node:fs'
import { type CacheState, comparedState } from '../store/check/cache-state.ts'
import type { SearchSource } from '../store/search-source.ts'
import { indexFile } from './index-file.ts'
import { hashOf } from './index/document.ts'
import { findLive } from './index/segment.ts'
import { readSnapshot } from './index/snapshot.ts'

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
