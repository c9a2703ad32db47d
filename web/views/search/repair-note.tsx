import type { Repair } from '../../lists/list-data.ts'
import { useLink, usePage } from '../../page-context.ts'
import { changed } from '../../place.ts'

/** Says that what is shown is not quite what was asked for. */
export function RepairNote({ repair: { corrected, relaxed } }: { readonly repair: Repair }) {
  const { words, place } = usePage()
  const link = useLink()
  if (!corrected && relaxed !== true) return null
  return (
    <p class="repair" role="status">
      {corrected && (
        <>
          {words.search.corrected}{' '}
          <a href={link(changed(place, { q: corrected.to }))} dir="auto">
            <strong>{corrected.to}</strong>
          </a>
          {'. '}
          {words.search.insteadOf} <span dir="auto">“{corrected.from}”</span>.
        </>
      )}
      {relaxed === true && <> {words.search.relaxed}</>}
    </p>
  )
}
