import { useEffect, useRef, useState } from 'preact/hooks'
import { usePage } from '../page-context.ts'
import { loadSuggestions } from '../parts/suggestions.ts'
import { FacetSelect, Field } from './facet-select.tsx'
import type { Facet, Facets } from './facets.ts'

/** Filters by source: with a list, or by typing if there are too many. */
export function SourceChoice({ facets: { sources, hasMoreSources } }: { readonly facets: Facets }) {
  return hasMoreSources ? <TypedSource known={sources} /> : <FacetSelect name="source" facets={sources} />
}

const LIST_ID = 'filter-sources'

/** Suggestions to request; some of them are words and stories. */
const MAX_OFFERED = 50

type Named = Pick<Facet, 'value' | 'label'>

/** People type a name, and the form sends an id. Without JavaScript the sources with the most articles are offered. */
function TypedSource({ known }: { readonly known: readonly Facet[] }) {
  const { api, pageLocation, words } = usePage()
  const [offered, setOffered] = useState<readonly Named[]>(known)
  const field = useRef<HTMLInputElement>(null)
  const request = useRef(0)
  const chosen = pageLocation.query['source'] ?? ''
  useEffect(() => {
    if (field.current !== null) field.current.value = chosen
  }, [chosen])

  const offer = async (typed: string) => {
    if (api === undefined || typed.trim().length < 2) return
    const mine = ++request.current
    const suggestions = await loadSuggestions(api, typed.trim(), MAX_OFFERED)
    if (mine !== request.current) return
    const sources = suggestions.flatMap(({ text, sourceId }) =>
      sourceId === null ? [] : [{ value: sourceId, label: text }],
    )
    setOffered(sources.length === 0 ? known : sources)
  }
  /** Replaces a completely typed name with its id. */
  const choose = (input: HTMLInputElement) => {
    const typed = input.value.trim().toLowerCase()
    const named = offered.find(({ label }) => label.toLowerCase() === typed)
    if (named !== undefined) input.value = named.value
  }
  return (
    <Field name="source" label={words.filters.source}>
      <input
        id="filter-source"
        ref={field}
        type="text"
        name="source"
        list={LIST_ID}
        autocomplete="off"
        placeholder={words.filters.typeSource}
        defaultValue={chosen}
        onInput={(event) => void offer(event.currentTarget.value)}
        onChange={(event) => choose(event.currentTarget)}
      />
      <datalist id={LIST_ID}>
        {offered.map(({ value, label }) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
    </Field>
  )
}
