import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { cutContent } from './cut-content.ts'

describe('cutContent', () => {
  it('leaves all as it is where no bound is given', () => {
    const cut = cutContent({ contentHtml: '<p>Long text</p>', contentText: 'Long text' }, undefined)

    expect(cut).toEqual({
      contentHtml: '<p>Long text</p>',
      contentText: 'Long text',
      contentTruncated: false,
    })
  })

  it.each<[string, number, string]>([
    ['<p>Hello <b>big</b> world</p>', 8, '<p>Hello <b>bi</b></p>'],
    ['<p>Hello</p><p>world</p>', 5, '<p>Hello</p><p></p>'],
    ['<p>a &amp; b &lt;c&gt;</p>', 4, '<p>a &amp;</p>'],
    ['<p>a &amp; b &lt;c&gt;</p>', 8, '<p>a &amp; b &lt;c</p>'],
    ['<p>one<br>two<img src="x">three</p>', 7, '<p>one<br>two<img src="x">t</p>'],
    ['<ul><li>One</li><li>Two</li></ul>', 4, '<ul><li>One</li><li>T</li></ul>'],
    ['<p>🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊</p>', 3, '<p>🌊🌊🌊</p>'],
    ['<p title="a > b">some words here</p>', 4, '<p title="a > b">some</p>'],
    ['no tags but many words', 7, 'no tags'],
    ['it&#8217;s here', 3, 'it&#8217;'],
    ['<p>one two &hellip;<b>three</b></p>', 8, '<p>one two </p>'],
    ['e\u0301e\u0301', 1, 'e'],
  ])('cuts %s to %d characters', (contentHtml, maxChars, expected) => {
    const cut = cutContent({ contentHtml, contentText: 'x'.repeat(100) }, maxChars)

    expect(cut.contentHtml).toBe(expected)
    expect(cut.contentTruncated).toBe(true)
  })

  it.each<[string, number, string]>([
    ['a🌊b🌊', 2, 'a🌊'],
    ['🌊🌊', 1, '🌊'],
    ['e\u0301e\u0301', 3, 'e\u0301e'],
    ['one two', 4, 'one'],
    ['a &amp; b', 3, 'a &'],
  ])('cuts the plain text %s to %d characters', (contentText, maxChars, expected) => {
    const cut = cutContent({ contentHtml: '', contentText }, maxChars)

    expect(cut).toEqual({ contentHtml: '', contentText: expected, contentTruncated: true })
  })

  it('leaves a text that is long only in UTF-16', () => {
    const contentText = '🌊🌊🌊'

    expect(cutContent({ contentHtml: '', contentText }, 3)).toEqual({
      contentHtml: '',
      contentText,
      contentTruncated: false,
    })
  })

  it('keeps what is within the bound, tags not counted', () => {
    const contentHtml = '<p><strong><em>four</em></strong></p>'

    const cut = cutContent({ contentHtml, contentText: 'four' }, 4)

    expect(cut).toEqual({ contentHtml, contentText: 'four', contentTruncated: false })
  })

  it('gives balanced HTML with at most so many characters, whatever comes', () => {
    const html = fc.letrec<{ node: string; text: string; element: string }>((tie) => ({
      node: fc.oneof({ depthSize: 'small' }, tie('text'), tie('element')),
      text: fc.constantFrom('word', ' ', '&amp;', 'é🌊', '&lt;b&gt;', '<br>'),
      element: fc
        .tuple(fc.constantFrom('div', 'b', 'em'), fc.array(tie('node'), { maxLength: 4 }))
        .map(([name, children]) => `<${name}>${children.join('')}</${name}>`),
    })).node

    fc.assert(
      fc.property(html, fc.integer({ min: 1, max: 20 }), (contentHtml, maxChars) => {
        const cut = cutContent({ contentHtml, contentText: '' }, maxChars)

        const { text, open } = readHtml(cut.contentHtml)
        expect(Array.from(text).length).toBeLessThanOrEqual(maxChars)
        expect(open).toBe(0)
        expect(readHtml(contentHtml).text.startsWith(text.trimEnd())).toBe(true)
      }),
    )
  })
})

function readHtml(html: string): { text: string; open: number } {
  let text = ''
  let open = 0
  const parser = new Parser({
    onopentag: (name) => void (name === 'br' ? 0 : open++),
    onclosetag: (name, implied) => {
      if (name !== 'br' && !implied) open--
    },
    ontext: (piece) => (text += piece),
  })
  parser.end(html)
  return { text, open }
}
