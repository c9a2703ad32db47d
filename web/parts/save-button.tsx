import type { SavedItem } from '../navigation/saved-items.ts'
import { usePage } from '../page-context.ts'

/** Saves or removes an article in this browser. Its space is reserved before scripts run, so nothing moves. */
export function SaveButton({ item }: { readonly item: Omit<SavedItem, 'savedAt'> }) {
  const { words, saved, toggleSaved } = usePage()
  const isSaved = saved.some(({ id }) => id === item.id)
  return (
    <span class="needs-scripts">
      <button
        type="button"
        class="plain-button save"
        aria-pressed={isSaved}
        onClick={() => toggleSaved(item)}
      >
        <span aria-hidden="true">{isSaved ? '★' : '☆'}</span>
        {words.saved.save}
      </button>
    </span>
  )
}
