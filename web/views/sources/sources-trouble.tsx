import { usePage, useLink } from '../../page-context.ts'
import { Note } from '../../parts/trouble-note.tsx'
import type { ChosenSources } from './chosen-sources.ts'

/** What is wrong with all of them at once: none there, none readable, none that fits. */
export function SourcesTrouble({ data }: { readonly data: ChosenSources }) {
  const { words } = usePage()
  const link = useLink()
  const { sources } = words
  if (data.total === 0) {
    return (
      <Note title={sources.empty}>
        <p>{sources.emptyTry}</p>
      </Note>
    )
  }
  const visited = data.total - (data.byStatus.new ?? 0) - (data.byStatus.disabled ?? 0)
  const unreadable = (data.byStatus.failing ?? 0) + (data.byStatus.gone ?? 0)
  return (
    <>
      {visited > 0 && unreadable === visited && (
        <Note title={sources.allFailing}>
          <p>{sources.allFailingTry}</p>
        </Note>
      )}
      {data.chosen === 0 && (
        <Note title={sources.none}>
          <p>
            {sources.noneTry} <a href={link('/sources')}>{sources.showAll}</a>
          </p>
        </Note>
      )}
    </>
  )
}
