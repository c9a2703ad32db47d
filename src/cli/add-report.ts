import { publicUrl } from '../domain/public-url.ts'
import type { EpochMs } from '../domain/time.ts'
import { inTime, printable } from './tell.ts'
import type { Candidate } from './find-candidates.ts'

/** What could be added, numbered from 1, with what each would bring; ends with a newline. */
export function candidatesReport(candidates: readonly Candidate[], now: EpochMs): string {
  const lines = candidates.flatMap((candidate, index) => {
    const { name, type, entryCount, newestAt, titles } = candidate
    const newest = newestAt === undefined ? 'without times' : `newest ${inTime(newestAt, now)}`
    return [
      `${String(index + 1).padStart(2)}  ${name === '' ? 'untitled' : name}`,
      `    ${shownAddress(candidate)}${type === undefined ? '' : `  (${type})`}`,
      `    ${entryCount} ${entryCount === 1 ? 'entry' : 'entries'}, ${newest}`,
      ...titles.map((title) => `      · ${title}`),
    ]
  })
  return `${lines.map(printable).join('\n')}\n`
}

/** Without secrets; a short form as it is. */
export function shownAddress({ url }: Pick<Candidate, 'url'>): string {
  return /^https?:/i.test(url) ? publicUrl(url) : url
}
