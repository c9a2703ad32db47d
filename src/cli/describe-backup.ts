import { toIso, toIsoOrNull } from '../model/time.ts'
import type { Archived } from '../store/backup/archive.ts'
import type { StoreSummary } from '../store/summary.ts'

/** What is in a backup, a line for each fact. */
export function describeBackup({
  summary,
  ...archived
}: Archived & { readonly summary: StoreSummary }): string[] {
  return [
    ...describeSummary(summary),
    `size       ${sizeText(archived.bytes)}, ${sizeText(archived.contentBytes)} unpacked`,
    `SHA-256    ${archived.sha256}`,
  ]
}

export function describeSummary(summary: StoreSummary): string[] {
  const { schemaVersion, storeId, items, stories, sources, oldestAt, newestAt, asOf } = summary
  const seen =
    oldestAt === undefined || newestAt === undefined ? '' : `, ${dayOf(oldestAt)} to ${dayOf(newestAt)}`
  return [
    `store      ${storeId ?? 'without an id'}, schema ${schemaVersion}`,
    `items      ${items}${seen}`,
    `stories    ${stories}`,
    `sources    ${sources}`,
    `state of   ${asOf === undefined ? 'no change yet' : toIso(asOf)}`,
  ]
}

export function summaryJson({ storeId, oldestAt, newestAt, asOf, ...counts }: StoreSummary) {
  return {
    ...counts,
    storeId: storeId ?? null,
    oldestAt: toIsoOrNull(oldestAt ?? null),
    newestAt: toIsoOrNull(newestAt ?? null),
    asOf: toIsoOrNull(asOf ?? null),
  }
}

export function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

function dayOf(at: number): string {
  return toIso(at).slice(0, 10)
}
