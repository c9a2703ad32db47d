import { useEffect } from 'preact/hooks'
import type { Api, SourceNames } from '../api/api.ts'
import type { Thumbnailed } from '../api/card-item.ts'
import type { Article, List } from '../api/types.ts'
import { usePage } from '../page-context.ts'
import { addressOf, type PageLocation } from '../page-location.ts'
import { Title } from '../parts/headline.tsx'
import { Origin } from '../parts/item-meta.tsx'
import { Part } from '../parts/part.tsx'
import { SaveButton } from '../parts/save-button.tsx'
import { Share } from '../parts/share.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import { ItemTime, Time } from '../parts/time.tsx'
import { Trail } from '../parts/trail.tsx'
import type { BodyProps, View } from '../view.tsx'
import { ArticleText, isTitle } from './article/article-text.tsx'
import { Enclosures } from './article/enclosures.tsx'
import { hostOf } from './article/host.ts'
import { Alike, NextInStory, Related } from './article/related.tsx'
import { ScoreBar } from './article/score-bar.tsx'

/** One article: its text, its sources, its score, and other reports of its story. */
export const article: View<ArticleData> = {
  path: '/article',
  load,
  title: ({ title }) => title,
  feed: (_, { story }) => ({ storyId: story.id }),
  query: (_, { id }) => ({ id }),
  card: ({ id, summary, hasThumbnail }) => ({
    description: summary,
    pictured: hasThumbnail === true ? id : undefined,
    isArticle: true,
  }),
  Body: ArticleBody,
}

type ArticleData = Article &
  Thumbnailed & {
    /** Names of the sources in `alternates`. */
    readonly names: SourceNames
  }

async function load(api: Api, { query: { id } }: PageLocation): Promise<ArticleData> {
  const [article, { items }] = await Promise.all([
    api.article(id),
    api
      .get<Pick<List<Thumbnailed>, 'items'>>('/api/items', { ids: id, fields: 'hasThumbnail' })
      // An invalid id is reported for the article.
      .catch(() => ({ items: [] })),
  ])
  const { alternates } = article
  const names = await api.sourceNames(alternates.length < 2 ? [] : alternates.map(({ source }) => source))
  return { ...article, names, hasThumbnail: items[0]?.hasThumbnail === true }
}

function ArticleBody({ data }: BodyProps<ArticleData>) {
  const { words } = usePage()
  return (
    <div class="article-page">
      <MarkRead id={data.id} />
      <article>
        <Trail kind="articles" id={data.id} />
        <header class="article-head">
          <Thumbnail item={data} />
          <p class="meta">
            <Origin item={data} />
          </p>
          <Title title={data.title} language={data.language} />
          <p class="meta">
            {data.author !== null && <span dir="auto">{words.article.by(data.author)}</span>}
            <ItemTime item={data} as="date" />
            {data.updatedAt !== null && (
              <span>
                {words.article.updated} <Time at={data.updatedAt} />
              </span>
            )}
            {data.wordCount > 0 && !isTitle(data) && (
              <span>{words.article.minutes(data.readingMinutes)}</span>
            )}
            <SaveButton item={data} />
            <Share address={addressOf('/article', { id: data.id })} title={data.title} />
          </p>
          <p class="article-original">
            <a class="button button-strong" href={data.url} rel="noopener noreferrer" data-original="">
              {words.article.original(hostOf(data.url))} <span aria-hidden="true">↗</span>
            </a>
            {data.commentsUrl !== null && (
              <a class="button" href={data.commentsUrl} rel="noopener noreferrer">
                {words.article.comments}
              </a>
            )}
          </p>
        </header>
        <ArticleText article={data} />
        <Enclosures article={data} />
        <p class="on-paper">
          {words.article.originalAt} {data.url}
        </p>
        <NextInStory article={data} />
      </article>
      <aside class="side">
        <Related article={data} />
        <Sightings article={data} />
        <ScoreBar breakdown={data.scoreBreakdown} />
        <Alike article={data} />
      </aside>
    </div>
  )
}

/** Marks an article as read, even if its address was opened directly. */
function MarkRead({ id }: { readonly id: number }) {
  const { markRead } = usePage()
  useEffect(() => markRead([id]), [id])
  return null
}

/** The sources that carry the article, in the order in which they had it. */
function Sightings({ article }: { readonly article: Pick<ArticleData, 'alternates' | 'names'> }) {
  const { words, link } = usePage()
  const { alternates, names } = article
  if (alternates.length < 2) return null
  return (
    <Part id="sightings" class="side-part" title={words.article.seenIn}>
      <ul class="sightings">
        {alternates.map(({ source, seenAt, url, engagement }) => (
          <li key={source}>
            <a href={link('/list', { source })} dir="auto">
              {names[source] ?? source}
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
    </Part>
  )
}
