import { useEffect, useRef, useState } from 'preact/hooks'
import { usePage } from '../page-context.ts'
import { loadSuggestions } from '../parts/suggestions.ts'
import { FacetSelect, Field } from './facet-select.tsx'
import type { Facet, Facets } from './facets.ts'

interface SourceChoiceProps {
  readonly label: string
  readonly facets: Facets
  /** What stands for no choice, where the label is not to be seen. */
  readonly any?: string
}

/** Narrows to a source: by a list, or by typing where a list would be too long. */
export function SourceChoice({ label, facets, any }: SourceChoiceProps) {
  const every = any === undefined ? {} : { any }
  if (!facets.hasMoreSources) {
    return <FacetSelect name="source" label={label} facets={facets.sources} {...every} />
  }
  return <TypedSource label={label} known={facets.sources} {...every} />
}

const LIST_ID = 'filter-sources'

/** How many are offered: words and stories that begin alike come among them. */
const MAX_OFFERED = 50

type Named = Pick<Facet, 'value' | 'label'>

/** A name is typed, an id is sent. Without scripts the sources with the most articles are offered. */
function TypedSource({
  label,
  any,
  known,
}: {
  readonly label: string
  readonly any?: string
  readonly known: readonly Facet[]
}) {
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
  /** A name that was typed to its end is as good as one that was picked. */
  const choose = (input: HTMLInputElement) => {
    const typed = input.value.trim().toLowerCase()
    const named = offered.find(({ label }) => label.toLowerCase() === typed)
    if (named !== undefined) input.value = named.value
  }
  return (
    <Field name="source" label={label} isHidden={any !== undefined}>
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
