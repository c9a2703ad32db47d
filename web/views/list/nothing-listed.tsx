import { Note } from '../../parts/trouble-note.tsx'
import { useLink, usePage } from '../../page-context.ts'

interface NothingListedProps {
  readonly isFiltered: boolean
  readonly hasSources: boolean
}

/** Why a list is empty, and what to do about it. */
export function NothingListed({ isFiltered, hasSources }: NothingListedProps) {
  const { words } = usePage()
  const link = useLink()
  const { nothing } = words
  if (isFiltered) {
    return (
      <Note title={nothing.filtered}>
        <p>
          {nothing.filteredTry} <a href={link('/list')}>{words.filters.dropAll}</a>
        </p>
      </Note>
    )
  }
  if (!hasSources) {
    return (
      <Note title={nothing.noSources}>
        <p>{nothing.noSourcesTry}</p>
        <pre>
          <code>content-digest init</code>
        </pre>
      </Note>
    )
  }
  return (
    <Note title={nothing.noItems}>
      <p>
        {nothing.noItemsTry} <a href={link('/sources')}>{words.nav.sources}</a>
      </p>
    </Note>
  )
}
