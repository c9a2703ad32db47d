import type { Story } from '../../api/types.ts'
import { useLink, usePage } from '../../page-context.ts'
import { addressOf } from '../../place.ts'

/** The words by which the reports were joined; each leads to a search for it. */
export function Reasons({ words: joining }: { readonly words: Story['words'] }) {
  const { words } = usePage()
  const link = useLink()
  if (joining.length === 0) return null
  return (
    <section class="reasons" aria-labelledby="reasons">
      <h2 id="reasons" class="label">
        {words.story.why}
      </h2>
      <ul>
        {joining.map(({ word, itemCount }) => (
          <li key={word}>
            <a href={link(addressOf('/search', { q: word }))} dir="auto" title={words.item.items(itemCount)}>
              {word} <span class="faint">{itemCount}</span>
            </a>
          </li>
        ))}
      </ul>
      <p class="faint">{words.story.whyNote}</p>
    </section>
  )
}
