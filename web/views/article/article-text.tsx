import { lettersOf } from '../../../src/text/letters.ts'
import type { Article } from '../../api/types.ts'
import { usePage } from '../../page-context.ts'
import { changed } from '../../page-location.ts'
import { hostOf } from './host.ts'
import { withoutMedia } from './without-media.ts'

type Text = Pick<Article, 'title' | 'contentHtml' | 'summary' | 'language' | 'url' | 'imageUrl'>

/**
 * The sanitised text of an article, or its summary; nothing if the text only repeats the title. Pictures of other hosts
 * load only on request: otherwise these hosts would learn who reads which article.
 */
export function ArticleText({ article }: { readonly article: Text }) {
  const { words, pageLocation } = usePage()
  const showsPictures = pageLocation.query['images'] === 'show'
  const contentHtml = isTitle(article) ? '' : article.contentHtml
  const { html, hosts } = withoutMedia(contentHtml, {
    keepsPictures: showsPictures,
    words: words.article,
  })
  /** The feed's picture, for a text without pictures. */
  const picture = hosts.length === 0 ? article.imageUrl : null
  const { short, summaryOnly, noText } = words.article
  const noteWithoutText = article.summary === null ? noText : summaryOnly
  return (
    <>
      <Picture url={picture} hosts={hosts} isShown={showsPictures} />
      {contentHtml === '' ? (
        article.summary !== null && (
          <div class="prose" dir="auto" lang={article.language ?? undefined}>
            <p>{article.summary}</p>
          </div>
        )
      ) : (
        // Sanitised by the service. If the sanitiser misses something, the content security policy blocks scripts and
        // requests.
        <div
          class="prose"
          dir="auto"
          lang={article.language ?? undefined}
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
      {isShort(contentHtml) && (
        <p class="prose-note">
          {contentHtml === '' ? noteWithoutText : short} <a href={article.url}>{hostOf(article.url)}</a>
        </p>
      )}
    </>
  )
}

interface PictureProps {
  /** The picture above the text; `null` if the text has its own. */
  readonly url: string | null
  readonly hosts: readonly string[]
  readonly isShown: boolean
}

/** The picture above the text, or a button that loads the article's pictures and names the hosts that learn of it. */
function Picture({ url, hosts, isShown }: PictureProps) {
  const { words, pageLocation, link } = usePage()
  const named = url === null ? hosts : [hostOf(url)]
  if (named.length === 0) return null
  if (isShown) return url === null ? null : <img class="lead-picture" src={url} alt="" />
  return (
    <p class="pictures-note">
      <a class="button" href={link(changed(pageLocation, { images: 'show' }))}>
        {words.article.showPictures}
      </a>{' '}
      {words.article.picturesFrom(named.join(', '))}
    </p>
  )
}

/** Whether the text is missing or at most about two sentences, and so possibly only a teaser: feeds do not say. */
function isShort(html: string): boolean {
  return html.replaceAll(/<[^>]*>/g, '').length < 350
}

/** Whether a text only repeats the title, without links and media. */
export function isTitle({ title, contentHtml }: Pick<Article, 'title' | 'contentHtml'>): boolean {
  if (/<(?:a|img|video|audio)\b/.test(contentHtml)) return false
  return lettersOf(contentHtml.replaceAll(/<[^>]*>|&#?\w+;/g, '')) === lettersOf(title)
}
