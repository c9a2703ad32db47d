import { isOfNetwork } from '../../src/model/advice.ts'
import type { Api } from '../api/api.ts'
import { unlessProblem } from '../api/problem.ts'
import type { ActiveSource, Health } from '../api/types.ts'
import { usePage } from '../page-context.ts'
import type { PageLocation } from '../page-location.ts'
import { Note } from '../parts/problem-note.tsx'
import type { BodyProps, View } from '../view.tsx'
import { nameOf, type Words } from '../words/words.ts'
import { COLUMNS, chosenSources, type ChosenSources, STATUSES } from './sources/chosen-sources.ts'
import { SourceFilters } from './sources/source-filters.tsx'
import { SourceTable } from './sources/source-table.tsx'

type MachineTrouble = Health['checks']['machine']['troubles'][number]

/** All sources, with their health and their number of items. */
export const sources: View<SourcesData> = {
  path: '/sources',
  load,
  title: titleOf,
  atom: () => '/feed/health',
  query: ({ status, category, name, sort }) => ({ status, category, name, sort }),
  allowed: { status: STATUSES, sort: COLUMNS.flatMap((name) => [name, `-${name}`]) },
  card: ({ total, itemsLast24h }, words) => ({ description: words.sources.lead(total, itemsLast24h) }),
  Body: Sources,
}

/** `Sources, Failing, Science, Herald` */
function titleOf(_: unknown, words: Words, { query }: PageLocation): string {
  const { title, statuses } = words.sources
  const { status, category, name } = query
  const isStatus = status !== undefined && Object.hasOwn(statuses, status)
  return [
    title,
    ...(isStatus ? [statuses[status as keyof typeof statuses]] : []),
    ...(category === undefined ? [] : [nameOf(category, words.categories)]),
    ...(name === undefined ? [] : [name]),
  ].join(', ')
}

interface SourcesData extends ChosenSources {
  /** Problems of the service's machine. */
  readonly machine: readonly MachineTrouble[]
  /** Each item once, even if several sources have it. */
  readonly itemsLast24h: number
  /** Items without a configured source. */
  readonly ofRemovedSources: number
}

async function load(api: Api, pageLocation: PageLocation): Promise<SourcesData> {
  const [sources, health, { items }] = await Promise.all([
    api.activeSources(),
    unlessProblem(api.health(), null),
    api.stats({ fields: 'items' }),
  ])
  const machine = health?.checks.machine.troubles ?? []
  const isCut = machine.some(({ part }) => part === 'network')
  const chosen = chosenSources(isCut ? sources.map(withoutNetworkError) : sources, pageLocation.query)
  return { ...chosen, machine, itemsLast24h: items.last24h, ofRemovedSources: items.ofRemovedSources }
}

/** A missing network is reported once, not for each source. */
function withoutNetworkError(source: ActiveSource): ActiveSource {
  const { health } = source
  const isOfMachine = health.lastError !== null && isOfNetwork(health.lastError)
  return isOfMachine ? { ...source, health: { ...health, lastError: null } } : source
}

function Sources({ data, pageLocation }: BodyProps<SourcesData>) {
  const { words } = usePage()
  return (
    <section class="view sources">
      <h1>{titleOf(data, words, pageLocation)}</h1>
      {data.total > 0 && <p class="lead">{words.sources.lead(data.total, data.itemsLast24h)}</p>}
      <MachineNotes troubles={data.machine} />
      <FailingSources data={data} />
      {data.total > 0 && <SourceFilters data={data} />}
      {data.rows.length > 0 && <SourceTable data={data} />}
      {data.ofRemovedSources > 0 && <p class="source-cut">{words.sources.removed(data.ofRemovedSources)}</p>}
    </section>
  )
}

/** A note if no sources are configured, none can be read, or none matches the filters. */
function FailingSources({ data }: { readonly data: SourcesData }) {
  const { words, link } = usePage()
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
      {data.machine.length === 0 && visited > 0 && unreadable === visited && (
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

/** Problems of the service's machine, with advice. */
function MachineNotes({ troubles }: { readonly troubles: readonly MachineTrouble[] }) {
  const { words } = usePage()
  return troubles.map(({ part, message }) => (
    <Note key={part} title={words.machine[part].said}>
      <p lang="en">{message}</p>
      <p>{words.machine[part].advice}</p>
    </Note>
  ))
}
