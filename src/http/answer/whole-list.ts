import { listBytes, listEntry } from '../bodies/envelope.ts'
import type { Draft } from './answers.ts'

/** A list that is always given whole. */
export function wholeListDraft(entries: readonly object[]): Draft {
  const buffers = entries.map((entry) => listEntry(JSON.stringify(entry)))
  const envelope = { total: entries.length, limit: entries.length, offset: 0, nextCursor: null, query: {} }
  return { bytes: (asOf) => listBytes(buffers, envelope, asOf) }
}
