import { countText } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import { changed } from '../../page-location.ts'
import { Choices } from '../../parts/choices.tsx'
import { nameOf } from '../../words/words.ts'
import { STATUSES, type ChosenSources } from './chosen-sources.ts'

/** Filters by health, category and a part of the name. The address holds all of them. */
export function SourceFilters({ data }: { readonly data: ChosenSources }) {
  const { words, pageLocation, link } = usePage()
  const { query } = pageLocation
  const there = STATUSES.filter((status) => data.byStatus[status] !== undefined)
  return (
    <div class="source-bar">
      <Choices
        label={words.sources.filterLabel}
        choices={[
          {
            label: `${words.sources.all} ${countText(data.total, words)}`,
            address: changed(pageLocation, { status: undefined, all: undefined }),
            isChosen: query['status'] === undefined,
          },
          ...there.map((status) => ({
            label: `${words.sources.statuses[status]} ${countText(data.byStatus[status] ?? 0, words)}`,
            address: changed(pageLocation, { status, all: undefined }),
            isChosen: query['status'] === status,
          })),
        ]}
      />
      <form class="source-filter" action={link('/sources')} method="get">
        {query['status'] !== undefined && <input type="hidden" name="status" value={query['status']} />}
        {query['sort'] !== undefined && <input type="hidden" name="sort" value={query['sort']} />}
        <select
          name="category"
          aria-label={words.sources.category}
          defaultValue={query['category'] ?? ''}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          <option value="">{words.sources.everyCategory}</option>
          {data.categories.map((category) => (
            <option key={category} value={category} selected={query['category'] === category}>
              {nameOf(category, words.categories)}
            </option>
          ))}
        </select>
        <input
          type="search"
          name="name"
          aria-label={words.sources.name}
          placeholder={words.sources.name}
          defaultValue={query['name'] ?? ''}
        />
        <button type="submit">{words.sources.show}</button>
      </form>
    </div>
  )
}
