import type { Source } from '../api/types.ts'
import { usePage } from '../page-context.ts'

type Status = Source['health']['status']

/** Distinct shapes, for people who do not see the colours. */
const SIGNS: Readonly<Record<Status, string>> = {
  ok: '●',
  degraded: '◐',
  failing: '▲',
  gone: '✕',
  new: '○',
  disabled: '–',
}

/** The health of a source, in a word. */
export function SourceStatus({ status }: { readonly status: Status }) {
  const { words } = usePage()
  return (
    <span class={`status status-${status}`} title={words.sources.statusNotes[status]}>
      <span aria-hidden="true">{SIGNS[status]}</span> {words.sources.statuses[status]}
    </span>
  )
}
