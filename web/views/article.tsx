import type { Api } from '../api/api.ts'
import type { Article } from '../api/types.ts'
import { SaveButton } from '../parts/save-button.tsx'
import { Time } from '../parts/time.tsx'
import { useLink, usePage } from '../page-context.ts'
import { addressOf, type Place } from '../place.ts'
import type { BodyProps, View } from '../view.tsx'
import { nameOf } from '../words/words.ts'
import { ArticleTrail } from './article/article-trail.tsx'
import { ArticleText } from './article/article-text.tsx'
import { Enclosures } from './article/enclosures.tsx'
import { hostOf } from './article/host.ts'
import { MarkRead } from './article/mark-read.tsx'
import { Related } from './article/related.tsx'
import { ScoreBar } from './article/score-bar.tsx'
import { Sightings } from './article/sightings.tsx'

/** One article: its text, where it is from, why it counts, and what else tells its story. */
export const article: View<Article> = {
  path: '/article',
  load: (api: Api, { query }: Place) => api.article(query['id']),
  title: ({ title }) => title,
  Body: ArticleBody,
}

function ArticleBody({ data }: BodyProps<Article>) {
  const { words } = usePage()
  const link = useLink()
  const language = data.language === null ? {} : { lang: data.language }
  return (
    <div class="article-page">
      <MarkRead id={data.id} />
      <article>
        <ArticleTrail id={data.id} />
        <header class="article-head">
          <p class="meta">
            <a class="category" href={link(addressOf('/list', { category: data.category }))}>
              {nameOf(data.category, words.categories)}
            </a>
            <a class="source" dir="auto" href={link(addressOf('/list', { source: data.source }))}>
              {data.sourceName}
            </a>
          </p>
          <h1 dir="auto" {...language}>
            {data.title}
          </h1>
          <p class="meta">
            {data.author !== null && <span dir="auto">{words.article.by(data.author)}</span>}
            <Time at={data.publishedAt} as="date" />
            {data.updatedAt !== null && (
              <span>
                {words.article.updated} <Time at={data.updatedAt} />
              </span>
            )}
            {data.wordCount > 0 && <span>{words.article.minutes(data.readingMinutes)}</span>}
            <SaveButton item={data} />
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
        <Enclosures enclosures={data.enclosures} />
      </article>
      <aside class="rail">
        <Related article={data} />
        <ScoreBar breakdown={data.scoreBreakdown} />
        <Sightings article={data} />
      </aside>
    </div>
  )
}
