import type { Article } from '../../api/types.ts'
import { useLink, usePage } from '../../page-context.ts'
import { changed } from '../../page-location.ts'
import { hostOf } from './host.ts'
import { withoutMedia } from './without-media.ts'

type Text = Pick<Article, 'contentHtml' | 'summary' | 'language' | 'url'>

/**
 * The article's text, sanitised by the service. Its pictures load only on request: otherwise their hosts would
 * learn who reads which article.
 */
export function ArticleText({ article }: { readonly article: Text }) {
  const { words, pageLocation } = usePage()
  const link = useLink()
  const language = article.language ?? undefined
  if (article.contentHtml === '') {
    return (
      <div class="prose" dir="auto" lang={language}>
        {article.summary !== null && <p>{article.summary}</p>}
        <p class="prose-note">
          {words.article.summaryOnly} <a href={article.url}>{hostOf(article.url)}</a>
        </p>
      </div>
    )
  }
  const showsPictures = pageLocation.query['images'] === 'show'
  const { html, hosts } = withoutMedia(article.contentHtml, {
    keepsPictures: showsPictures,
    words: words.article,
  })
  return (
    <>
      {hosts.length > 0 && !showsPictures && (
        <p class="pictures-note">
          <a class="button" href={link(changed(pageLocation, { images: 'show' }))}>
            {words.article.showPictures}
          </a>{' '}
          {words.article.picturesFrom(hosts.join(', '))}
        </p>
      )}
      {/* Sanitised by the service. If the sanitiser misses something, the page's policy blocks scripts and requests. */}
      <div class="prose" dir="auto" lang={language} dangerouslySetInnerHTML={{ __html: html }} />
      {isShort(article.contentHtml) && (
        <p class="prose-note">
          {words.article.short} <a href={article.url}>{hostOf(article.url)}</a>
        </p>
      )}
    </>
  )
}

/** Whether the text may be only a beginning, about two sentences: feeds do not say so. */
function isShort(html: string): boolean {
  return html.replaceAll(/<[^>]*>/g, '').length < 350
}
