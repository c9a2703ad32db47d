import type { Visit } from '../jobs/visit-source.ts'

/** One line on what a visit did, for logs and summaries. */
export function describeVisit(visit: Visit): string {
  const { collected } = visit
  switch (collected.kind) {
    case 'failed':
      return `${visit.sourceId}: failed (${collected.error.code}): ${collected.error.message}`
    case 'unchanged':
      return `${visit.sourceId}: unchanged`
    case 'entries':
      return `${visit.sourceId}: ${collected.entries.length} entries, ${visit.added} new, ${visit.edited} edited`
  }
}
