import { failureKind, presentError } from '../../../src/model/advice.ts'
import type { FailureKind } from '../../../src/model/failure-texts.ts'
import { DayBars } from '../../charts/day-bars.tsx'
import { countText } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import { changed } from '../../page-location.ts'
import { SourceIcon } from '../../parts/source-icon.tsx'
import { SourceStatus } from '../../parts/source-status.tsx'
import { Time } from '../../parts/time.tsx'
import { nameOf } from '../../words/words.ts'
import { type ChosenSources, type Column, COLUMNS, type SourceRow, sortOf } from './chosen-sources.ts'

/**
 * The sources as a table, sortable by its headings. Narrow windows show rows as cards, which hides the table from
 * screen readers, so the ARIA roles are explicit.
 */
export function SourceTable({ data }: { readonly data: ChosenSources }) {
  const { words, pageLocation, link } = usePage()
  return (
    <>
      <table class="source-table" role="table" aria-label={words.sources.table}>
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((column) => (
              <Heading key={column} column={column} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {data.rows.map((source) => (
            <Row key={source.id} source={source} />
          ))}
        </tbody>
      </table>
      {data.rows.length < data.chosen && (
        <p class="source-cut">
          {words.sources.cut(countText(data.rows.length, words), countText(data.chosen, words))}{' '}
          <a href={link(changed(pageLocation, { all: 1 }))}>{words.sources.showAll}</a>
        </p>
      )}
    </>
  )
}

function Heading({ column }: { readonly column: Column }) {
  const { words, pageLocation, link } = usePage()
  const sort = sortOf(pageLocation.query)
  const isSorted = sort.column === column
  const next = isSorted && !sort.isReversed ? `-${column}` : column
  const startsHigh = column !== 'name' && column !== 'status'
  const direction = startsHigh === sort.isReversed ? 'ascending' : 'descending'
  return (
    <th
      role="columnheader"
      scope="col"
      class={`source-${column}`}
      {...(isSorted ? { 'aria-sort': direction } : {})}
    >
      <a href={link(changed(pageLocation, { sort: next }))} rel="nofollow">
        {words.sources.columns[column]}
        {isSorted && <span aria-hidden="true">{direction === 'ascending' ? ' ▲' : ' ▼'}</span>}
      </a>
    </th>
  )
}

function Row({ source }: { readonly source: SourceRow }) {
  const { words, link } = usePage()
  const { health } = source
  const error = presentError(health)
  const about = [
    source.idBesideName,
    nameOf(source.category, words.categories),
    source.region,
    source.language,
  ]
  return (
    <tr role="row">
      <th role="rowheader" scope="row" class="source-name">
        <div class="source-named">
          <SourceIcon source={source} />
          <span>
            <a href={link('/source', { id: source.id })} dir="auto">
              {source.name}
            </a>
            <small>{about.filter((part) => part !== null && part !== undefined).join(' · ')}</small>
          </span>
        </div>
      </th>
      <td role="cell" class="source-status">
        <SourceStatus source={source} />
        <small>{health.lastVisitAt !== null && <Visited at={health.lastVisitAt} />}</small>
        {error !== null && <SourceError kind={failureKind({ ...error, status: health.lastStatus })} />}
        {source.silentSince !== null && <SourceError kind="silent" />}
      </td>
      <td role="cell" class="source-recent" data-label={words.sources.columns.recent}>
        {countText(source.itemsLast24h, words)}
      </td>
      <td role="cell" class="source-days">
        <DayBars
          values={source.itemsByDay}
          label={words.sources.daysLabel(
            source.itemsByDay.map((count) => countText(count, words)).join(', '),
          )}
        />
      </td>
      <td role="cell" class="source-items" data-label={words.sources.columns.items}>
        {countText(source.itemCount, words)}
      </td>
      <td role="cell" class="source-latest">
        {source.lastItemAt === null ? words.sources.never : <Time at={source.lastItemAt} />}
      </td>
    </tr>
  )
}

function SourceError({ kind }: { readonly kind: FailureKind }) {
  const { said, advice } = usePage().words.errors[kind]
  return (
    <p class="source-error">
      {said} <span>{advice}</span>
    </p>
  )
}

/** `visited 5 min ago`, with the exact time on hover. */
function Visited({ at }: { readonly at: string }) {
  const { words } = usePage()
  const [before = '', after = ''] = words.sources.visited('|').split('|')
  return (
    <>
      {before}
      <Time at={at} />
      {after}
    </>
  )
}
