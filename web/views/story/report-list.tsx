import type { SourceNames } from '../../api/api.ts'
import type { Story } from '../../api/types.ts'
import { usePage } from '../../page-context.ts'
import { Headline } from '../../parts/headline.tsx'
import { Summary } from '../../parts/summary.tsx'
import { ItemTime } from '../../parts/time.tsx'
import { codeName } from '../../words/words.ts'

/** `fields` for a `Report`. */
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
  'firstSeenAt',
] as const

export type Report = Pick<Story['items'][number], (typeof REPORT_FIELDS)[number]>

interface ReportListProps {
  /** Oldest first. */
  readonly reports: readonly Report[]
  /** Names of the sources in `alsoIn`. */
  readonly names: SourceNames
  /** Whether each report shows its language. */
  readonly isMultilingual: boolean
}

/** The reports by time, each with headline and first line. */
export function ReportList({ reports, names, isMultilingual }: ReportListProps) {
  const { words } = usePage()
  return (
    <ol class="reports">
      {reports.map((report) => (
        <li key={report.id}>
          <ItemTime item={report} as="date" />
          <div>
            <Headline item={report} level={3} />
            <p class="meta">
              <Carriers report={report} names={names} />
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

interface CarriersProps extends Pick<ReportListProps, 'names'> {
  readonly report: Report
}

function Carriers({ report: { source, sourceName, alsoIn }, names }: CarriersProps) {
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
              <a key={id} dir="auto" href={link('/source', { id })}>
                {names[id] ?? id}
              </a>
            </>
          ))}
        </span>
      )}
    </>
  )
}
