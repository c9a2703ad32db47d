import { lettersOf } from '../../../src/text/letters.ts'
import type { Article } from '../../api/types.ts'
import { usePage } from '../../page-context.ts'
import { changed } from '../../page-location.ts'
import { hostOf } from './host.ts'
import { withoutMedia } from './without-media.ts'

type Text = Pick<Article, 'title' | 'contentHtml' | 'summary' | 'language' | 'url' | 'imageUrl'>

/**
 * The article's text, sanitised by the service, or its summary; nothing if the text is only the title. Pictures of other
 * hosts load only on request: otherwise these would learn who reads which article.
 */
export function ArticleText({ article }: { readonly article: Text }) {
  const { words, pageLocation } = usePage()
  const showsPictures = pageLocation.query['images'] === 'show'
  const contentHtml = isTitle(article) ? '' : article.contentHtml
  const { html, hosts } = withoutMedia(contentHtml, {
    keepsPictures: showsPictures,
    words: words.article,
  })
  /** What the feed names beside a text without pictures. */
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
        // Sanitised by the service. If the sanitiser misses something, the page's policy blocks scripts and requests.
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
  /** Of the picture above the text; `null` if the text has its own. */
  readonly url: string | null
  /** Of the pictures in the text. */
  readonly hosts: readonly string[]
  readonly isShown: boolean
}

/** The picture above the text, or what loads the article's pictures and who learns of it. */
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

/** Whether the text is missing or may be only a beginning, about two sentences: feeds do not say so. */
function isShort(html: string): boolean {
  return html.replaceAll(/<[^>]*>/g, '').length < 350
}

/** Whether a text is the title again, with nothing that leads elsewhere or is to be seen or heard. */
export function isTitle({ title, contentHtml }: Pick<Article, 'title' | 'contentHtml'>): boolean {
  if (/<(?:a|img|video|audio)\b/.test(contentHtml)) return false
  return lettersOf(contentHtml.replaceAll(/<[^>]*>|&#?\w+;/g, '')) === lettersOf(title)
}
