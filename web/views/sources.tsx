import type { Api } from '../api/api.ts'
import { usePage } from '../page-context.ts'
import type { Place } from '../place.ts'
import type { BodyProps, View } from '../view.tsx'
import { SourceFilters } from './sources/source-filters.tsx'
import { SourceTable } from './sources/source-table.tsx'
import { SourcesTrouble } from './sources/sources-trouble.tsx'
import { chosenSources, type ChosenSources } from './sources/chosen-sources.ts'

/** Every source, how it fares and what it brings. */
export const sources: View<ChosenSources> = {
  path: '/sources',
  load,
  title: (_data, words) => words.sources.title,
  Body: Sources,
}

async function load(api: Api, place: Place): Promise<ChosenSources> {
  return chosenSources(await api.activeSources(), place.query)
}

function Sources({ data }: BodyProps<ChosenSources>) {
  const { words } = usePage()
  return (
    <section class="view sources">
      <h1>{words.sources.title}</h1>
      {data.total > 0 && <p class="lead">{words.sources.lead(data.total, data.itemsLast24h)}</p>}
      <SourcesTrouble data={data} />
      {data.total > 0 && <SourceFilters data={data} />}
      {data.rows.length > 0 && <SourceTable data={data} />}
    </section>
  )
}
