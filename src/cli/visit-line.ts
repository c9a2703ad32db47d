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
      return `${visit.sourceId}: ${collected.entries.length} entries, ${visit.added} new, ${visit.edited} edited${describePages(visit.pages)}`
  }
}

/** Nothing where no page was to be read. */
function describePages(pages: Visit['pages']): string {
  if (pages === undefined || pages.read + pages.failed + pages.waiting === 0) return ''
  const failed = pages.failed === 0 ? '' : `, ${pages.failed} failed (${pages.failure ?? 'unknown'})`
  const waiting = pages.waiting === 0 ? '' : `, ${pages.waiting} left for the next visits`
  return `; pages: ${pages.read} read${failed}${waiting}`
}
