import { useMemo } from 'preact/hooks'
import { trailOf } from '../../navigation/trail.ts'
import { useLink, usePage } from '../../page-context.ts'
import { addressOf } from '../../place.ts'

/** Back to the list from which the article was opened, and to its neighbours there. */
export function ArticleTrail({ id }: { readonly id: number }) {
  const { words, isLive } = usePage()
  const link = useLink()
  const trail = useMemo(() => (isLive ? trailOf(id) : undefined), [id, isLive])
  const at = trail?.ids.indexOf(id) ?? -1
  const steps = [
    ['p', words.article.previous, trail?.ids[at - 1]],
    ['n', words.article.next, trail?.ids[at + 1]],
  ] as const
  return (
    <nav class="trail" aria-label={words.article.trail}>
      <a href={link(trail?.address ?? '/list')} data-key="u">
        ‹ {trail === undefined ? words.nav.list : words.article.back}
      </a>
      {steps.map(
        ([key, label, other]) =>
          other !== undefined && (
            <a key={key} href={link(addressOf('/article', { id: other }))} data-key={key}>
              {label}
            </a>
          ),
      )}
    </nav>
  )
}
