import type { Article } from '../../api/types.ts'
import { Headline } from '../../parts/headline.tsx'
import { Time } from '../../parts/time.tsx'
import { useLink, usePage } from '../../page-context.ts'
import { addressOf } from '../../place.ts'

const MOST = 8

/** Others that tell the same story. */
export function Related({
  article: { related, story },
}: {
  readonly article: Pick<Article, 'related' | 'story'>
}) {
  const { words } = usePage()
  const link = useLink()
  if (related.length === 0) return null
  return (
    <section class="rail-part" aria-labelledby="related">
      <h2 id="related" class="label">
        {words.article.related}
      </h2>
      <ol class="rising">
        {related.slice(0, MOST).map((item) => (
          <li key={item.id}>
            <Headline item={item} level={3} />
            <p class="meta">
              <span dir="auto">{item.sourceName}</span>
              <Time at={item.publishedAt} />
            </p>
          </li>
        ))}
      </ol>
      <p class="rail-more">
        <a href={link(addressOf('/story', { id: story.id }))}>
          {words.article.wholeStory(story.itemCount, story.sourceCount)}
        </a>
      </p>
    </section>
  )
}
