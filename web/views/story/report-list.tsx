import type { Story } from '../../api/types.ts'
import { usePage } from '../../page-context.ts'
import { Headline } from '../../parts/headline.tsx'
import { Summary } from '../../parts/summary.tsx'
import { Time } from '../../parts/time.tsx'
import { codeName } from '../../words/words.ts'

/** For the parameter `fields`: those of a `Report`. */
export const REPORT_FIELDS = [
  'id',
  'url',
  'title',
  'language',
  'summary',
  'source',
  'sourceName',
  'alsoIn',
  'publishedAt',
] as const

/** What the page shows of a report. */
export type Report = Pick<Story['items'][number], (typeof REPORT_FIELDS)[number]>

interface ReportListProps {
  /** Oldest first. */
  readonly reports: readonly Report[]
  /** Whether each report says its language. */
  readonly isMultilingual: boolean
}

/** The reports in order of time, each with its own headline and first line. */
export function ReportList({ reports, isMultilingual }: ReportListProps) {
  const { words } = usePage()
  return (
    <ol class="reports">
      {reports.map((report) => (
        <li key={report.id}>
          <Time at={report.publishedAt} as="date" />
          <div>
            <Headline item={report} level={3} />
            <p class="meta">
              <Carriers report={report} />
              {isMultilingual && report.language !== null && (
                <span>{codeName(report.language, 'language', words)}</span>
              )}
            </p>
            <Summary item={report} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The sources that have the report: the first one by name, others by id. */
function Carriers({ report: { source, sourceName, alsoIn } }: { readonly report: Report }) {
  const { words, link } = usePage()
  return (
    <>
      <a class="source" dir="auto" href={link('/source', { id: source })}>
        {sourceName}
      </a>
      {alsoIn.length > 0 && (
        <span>
          {words.item.also}{' '}
          {alsoIn.map((id, at) => (
            <>
              {at > 0 && ', '}
              <a key={id} href={link('/source', { id })}>
                {id}
              </a>
            </>
          ))}
        </span>
      )}
    </>
  )
}
