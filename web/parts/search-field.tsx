import { useRef } from 'preact/hooks'
import { usePage } from '../page-context.ts'
import { suggestionAddress, suggestionText } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

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
