import type { Source } from '../api/types.ts'
import { usePage } from '../page-context.ts'

/** The status of a source's health, or that it succeeds but has had nothing new for longer than usual. */
export type Status = Source['health']['status'] | 'silent'

export function statusOf({ health, silentSince }: Judged): Status {
  return health.status === 'ok' && silentSince !== null ? 'silent' : health.status
}

interface Judged extends Pick<Source, 'silentSince'> {
  readonly health: Pick<Source['health'], 'status'>
}

/** Distinct shapes, for people who do not see the colours. */
const SIGNS: Readonly<Record<Status, string>> = {
  ok: '●',
  degraded: '◐',
  silent: '◌',
  failing: '▲',
  gone: '✕',
  new: '○',
  disabled: '–',
}

/** The health of a source, in a word. */
export function SourceStatus({ source }: { readonly source: Judged }) {
  const { words } = usePage()
  const status = statusOf(source)
  return (
    <span class={`status status-${status}`} title={words.sources.statusNotes[status]}>
      <span aria-hidden="true">{SIGNS[status]}</span> {words.sources.statuses[status]}
    </span>
  )
}
