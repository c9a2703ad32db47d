import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Suggestion } from '../api/types.ts'
import { usePage } from '../page-context.ts'
import { loadSuggestions, suggestionAddress, suggestionText } from './suggestions.ts'

const LIST_ID = 'suggestions'

/** The search field, with suggestions while typing. */
export function SearchField() {
  const { words, pageLocation, link } = usePage()
  const field = useRef<HTMLInputElement>(null)
  const q = pageLocation.path === '/search' ? (pageLocation.query['q'] ?? '') : ''
  const { all, chosen, ask, take, onKey, close } = useSuggestions(field, q)

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
        aria-expanded={all.length > 0}
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
        hidden={all.length === 0}
      >
        {all.map((suggestion, at) => (
          <li
            key={suggestionAddress(suggestion)}
            id={`${LIST_ID}-${at}`}
            role="option"
            aria-selected={at === chosen}
            // Runs before the field loses its focus, which closes the list.
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

/** Pause in typing after which suggestions are requested, ms. */
const PAUSE_MS = 120

/**
 * The suggestions for a field's text; `chosen` is the index selected by keyboard, -1 for none.
 *
 * @param q query of the current view; the field shows it again after each change of view
 */
function useSuggestions(field: RefObject<HTMLInputElement | null>, q: string) {
  const { api, visit, go } = usePage()
  const [all, setAll] = useState<readonly Suggestion[]>([])
  const [chosen, setChosen] = useState(-1)
  const request = useRef({ count: 0, timer: 0 })

  const close = () => {
    request.current.count++
    clearTimeout(request.current.timer)
    setAll([])
    setChosen(-1)
  }
  useEffect(() => {
    if (field.current !== null) field.current.value = q
    close()
  }, [visit])

  const ask = (text: string) => {
    clearTimeout(request.current.timer)
    if (api === undefined || text.trim().length < 2) return close()
    const suggest = async () => {
      const mine = ++request.current.count
      const suggestions = await loadSuggestions(api, text.trim())
      if (mine !== request.current.count) return
      setAll(suggestions)
      setChosen(-1)
    }
    request.current.timer = window.setTimeout(() => void suggest(), PAUSE_MS)
  }
  /** Goes to the address of a suggestion. */
  const take = (suggestion: Suggestion | undefined) => {
    close()
    if (suggestion === undefined) return
    if (field.current !== null && suggestion.kind === 'word') field.current.value = suggestion.text
    go(suggestionAddress(suggestion))
  }
  const onKey = (event: KeyboardEvent) => {
    // While an input method is open, keys choose among its candidates. Safari ends it before reporting the key.
    if (event.isComposing || event.keyCode === 229) return
    const last = all.length - 1
    if (event.key === 'Escape') {
      if (all.length === 0) field.current?.blur()
      // Browsers empty the field.
      else event.preventDefault()
      return close()
    }
    if (all.length === 0) return
    if (event.key === 'ArrowDown') setChosen(chosen === last ? -1 : chosen + 1)
    else if (event.key === 'ArrowUp') setChosen(chosen === -1 ? last : chosen - 1)
    else if (event.key === 'Enter' && chosen !== -1) take(all[chosen])
    else return
    event.preventDefault()
  }
  return { all, chosen, ask, take, onKey, close }
}
