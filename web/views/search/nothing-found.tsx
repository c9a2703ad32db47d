import { isFiltered } from '../../lists/filters.ts'
import { Note } from '../../parts/trouble-note.tsx'
import { useLink, usePage } from '../../page-context.ts'
import { addressOf } from '../../place.ts'
import { Operators } from './operators.tsx'

/** Nothing matched: what to try, by what was asked. */
export function NothingFound() {
  const { words, place } = usePage()
  const link = useLink()
  const q = place.query['q'] ?? ''
  const loose = q
    .replaceAll(/["*]|\b[a-z]+:|(?:^|\s)-\S+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const several = loose.split(' ')
  return (
    <Note title={words.search.nothing}>
      <ul class="tries">
        {isFiltered(place.query) && (
          <li>
            <a href={link(addressOf('/search', { q }))}>{words.search.tryUnfiltered}</a>
          </li>
        )}
        {loose !== q && loose !== '' && (
          <li>
            {words.search.tryLoose} <a href={link(addressOf('/search', { q: loose }))}>{loose}</a>
          </li>
        )}
        {several.length > 1 && (
          <li>
            {words.search.tryAny}{' '}
            <a href={link(addressOf('/search', { q: several.join(' OR ') }))}>{several.join(' OR ')}</a>
          </li>
        )}
        <li>{words.search.tryFewer}</li>
      </ul>
      <Operators />
    </Note>
  )
}
