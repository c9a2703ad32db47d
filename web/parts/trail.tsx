import { useMemo } from 'preact/hooks'
import { listBehind } from '../navigation/entry-state.ts'
import { neighboursOf } from '../navigation/trail.ts'
import { usePage } from '../page-context.ts'

interface TrailProps {
  readonly kind: 'articles' | 'stories'
  readonly id: number
}

/** Links to the list from which an article or story was opened, and to its neighbours in it. */
export function Trail({ kind, id }: TrailProps) {
  const { words, isLive, visit, link } = usePage()
  const list = useMemo(() => (isLive ? listBehind() : undefined), [visit, isLive])
  const { previous, next } = useMemo(() => (isLive ? neighboursOf(kind, id) : {}), [kind, id, isLive])
  const steps = [
    ['p', words.article.previous, previous],
    ['n', words.article.next, next],
  ] as const
  const path = kind === 'articles' ? '/article' : '/story'
  return (
    <nav class="trail" aria-label={words.article.trail}>
      <a href={link(list?.address ?? '/list')} data-key="u">
        ‹ {list === undefined ? words.nav.list : words.article.back}
      </a>
      {steps.map(
        ([key, label, other]) =>
          other !== undefined && (
            <a key={key} href={link(path, { id: other })} data-key={key}>
              {label}
            </a>
          ),
      )}
    </nav>
  )
}
