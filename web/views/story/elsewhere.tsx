import type { Story } from '../../api/types.ts'
import { useLink, usePage } from '../../page-context.ts'
import { addressOf } from '../../place.ts'
import { codeName } from '../../words/words.ts'

/** What tells the same in other languages; each leads to that story. */
export function Elsewhere({ stories }: { readonly stories: Story['elsewhere'] }) {
  const { words } = usePage()
  const link = useLink()
  if (stories.length === 0) return null
  return (
    <section class="elsewhere" aria-labelledby="elsewhere">
      <h2 id="elsewhere" class="label">
        {words.story.elsewhere}
      </h2>
      <ul>
        {stories.map(({ id, language, title, itemCount, sourceCount, sharedNames }) => (
          <li key={id}>
            <h3 class="headline" dir="auto">
              <a href={link(addressOf('/story', { id }))} lang={language} hreflang={language}>
                {title}
              </a>
            </h3>
            <p class="meta">
              <span>{codeName(language, 'language', words)}</span>
              <span>{words.item.items(itemCount)}</span>
              <span>{words.item.sources(sourceCount)}</span>
              <span dir="auto">
                {sharedNames.length === 0
                  ? words.story.joinedByThird
                  : words.story.joinedBy(sharedNames.join(', '))}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
