import { useEffect, useRef, useState } from 'preact/hooks'
import { useLink, usePage } from '../page-context.ts'
import type { Suggestion } from '../api/types.ts'
import { loadSuggestions, suggestionAddress, suggestionText } from './suggestions.ts'

/** How long a pause in typing must be before completions are asked for, ms. */
const PAUSE_MS = 120

const LIST_ID = 'suggestions'

/** Where one searches, with completions as one types. */
export function SearchField() {
  const { words, place, api, visit, go } = usePage()
  const link = useLink()
  const field = useRef<HTMLInputElement>(null)
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const [chosen, setChosen] = useState(-1)
  const asked = useRef({ count: 0, timer: 0 })
  const q = place.path === '/search' ? (place.query['q'] ?? '') : ''

  const close = () => {
    asked.current.count++
    clearTimeout(asked.current.timer)
    setSuggestions([])
    setChosen(-1)
  }
  useEffect(() => {
    if (field.current !== null) field.current.value = q
    close()
  }, [visit])

  const ask = (text: string) => {
    clearTimeout(asked.current.timer)
    if (api === undefined || text.trim().length < 2) return close()
    const suggest = async () => {
      const mine = ++asked.current.count
      const found = await loadSuggestions(api, text.trim())
      if (mine !== asked.current.count) return
      setSuggestions(found)
      setChosen(-1)
    }
    asked.current.timer = window.setTimeout(() => void suggest(), PAUSE_MS)
  }
  const take = (suggestion: Suggestion | undefined) => {
    close()
    if (suggestion === undefined) return
    if (field.current !== null && suggestion.kind === 'word') field.current.value = suggestion.text
    go(suggestionAddress(suggestion))
  }
  const onKey = (event: KeyboardEvent) => {
    const last = suggestions.length - 1
    if (event.key === 'Escape') {
      if (suggestions.length === 0) field.current?.blur()
      return close()
    }
    if (suggestions.length === 0) return
    if (event.key === 'ArrowDown') setChosen(chosen === last ? -1 : chosen + 1)
    else if (event.key === 'ArrowUp') setChosen(chosen === -1 ? last : chosen - 1)
    else if (event.key === 'Enter' && chosen !== -1) take(suggestions[chosen])
    else return
    event.preventDefault()
  }

  return (
    <form class="search" role="search" action={link('/search')} method="get" onSubmit={close}>
      <input
        ref={field}
        type="search"
        name="q"
        role="combobox"
        list={undefined}
        aria-label={words.searchField}
        aria-autocomplete="list"
        aria-expanded={suggestions.length > 0}
        aria-controls={LIST_ID}
        aria-activedescendant={chosen === -1 ? undefined : `${LIST_ID}-${chosen}`}
        placeholder={words.searchField}
        autocomplete="off"
        defaultValue={q}
        maxLength={500}
        dir="auto"
        data-search=""
        onInput={(event) => ask(event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={close}
      />
      <button type="submit">{words.searchButton}</button>
      <ul
        class="suggestions"
        id={LIST_ID}
        role="listbox"
        aria-label={words.search.suggestions}
        hidden={suggestions.length === 0}
      >
        {suggestions.map((suggestion, at) => (
          <li
            key={suggestionAddress(suggestion)}
            id={`${LIST_ID}-${at}`}
            role="option"
            aria-selected={at === chosen}
            // Before the field loses its focus, which closes the list.
            onMouseDown={(event) => {
              event.preventDefault()
              take(suggestion)
            }}
          >
            <span dir="auto">{suggestionText(suggestion, words)}</span>{' '}
            <span class="faint">
              {suggestion.kind === 'word' ? '' : `${words.search.kinds[suggestion.kind]} `}
              {suggestion.itemCount.toLocaleString(words.locale)}
            </span>
          </li>
        ))}
      </ul>
    </form>
  )
}
