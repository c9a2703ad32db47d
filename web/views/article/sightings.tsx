import type { Article } from '../../api/types.ts'
import { Time } from '../../parts/time.tsx'
import { useLink, usePage } from '../../page-context.ts'
import { addressOf } from '../../place.ts'

/** Every source that carries this very article, in the order in which they had it. */
export function Sightings({
  article,
}: {
  readonly article: Pick<Article, 'alternates' | 'source' | 'sourceName'>
}) {
  const { words } = usePage()
  const link = useLink()
  const { alternates } = article
  if (alternates.length < 2) return null
  return (
    <section class="rail-part" aria-labelledby="sightings">
      <h2 id="sightings" class="label">
        {words.article.seenIn}
      </h2>
      <ul class="sightings">
        {alternates.map(({ source, seenAt, url, engagement }) => (
          <li key={source}>
            <a href={link(addressOf('/list', { source }))} dir="auto">
              {source === article.source ? article.sourceName : source}
            </a>
            <p class="meta">
              <Time at={seenAt} />
              {typeof engagement?.points === 'number' && <span>{words.item.points(engagement.points)}</span>}
              {typeof engagement?.comments === 'number' && (
                <span>{words.item.comments(engagement.comments)}</span>
              )}
              <a href={url} rel="noopener noreferrer">
                {words.item.original}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
