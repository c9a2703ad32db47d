import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { Context, type PageContext } from '../../page-context.ts'
import { en } from '../../words/en.ts'
import { ArticleText } from './article-text.tsx'

const NONE = {
  title: 'Q & A: who pays for the new bridge?',
  contentHtml: '',
  summary: null,
  language: 'en',
  url: 'https://harbour.example/bridge',
  imageUrl: null,
}
const LINK = '<a href="https://harbour.example/bridge">harbour.example</a>'

describe('the text of an article', () => {
  it('is left out where it is only the title, which stands above it', () => {
    const titled = { ...NONE, contentHtml: '<p><b>Q &amp; A</b>: Who pays for the new bridge</p>' }

    expect([NONE, titled].map(shown)).toEqual(
      Array(2).fill(`<p class="prose-note">${en.article.noText} ${LINK}</p>`),
    )
  })

  it.each([
    '<p>Q &amp; A: who pays for the new bridge? The towns.</p>',
    '<p><a href="https://harbour.example/towns">Q &amp; A</a>: who pays for the new bridge?</p>',
    '<p>Q &amp; A: who pays for the new bridge?</p><img src="https://harbour.example/b.png" alt="">',
  ])('stays where it says or leads to more: %s', (contentHtml) => {
    expect(shown({ ...NONE, contentHtml })).toMatch(/<div class="prose".*who pays.*This may be an excerpt/)
  })

  it('gives way to a summary', () => {
    expect(shown({ ...NONE, summary: 'The towns.' })).toMatch(/<p>The towns\.<\/p>.*only this summary/)
  })
})

function shown(article: Parameters<typeof ArticleText>[0]['article']): string {
  const page: Partial<PageContext> = {
    words: en,
    pageLocation: { path: '/article', query: {} },
    link: (path) => path,
  }
  return renderToString(
    <Context.Provider value={page as PageContext}>
      <ArticleText article={article} />
    </Context.Provider>,
  )
}
