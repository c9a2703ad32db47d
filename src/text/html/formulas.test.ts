import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { withFormulas } from './formulas.ts'
import { sanitize, htmlToText } from './sanitize.ts'
import { titleHtml } from './title-markup.ts'

const POWER = '<msup><mn>10</mn><mrow><mo>-</mo><mn>3</mn></mrow></msup>'
const TEX = '<annotation encoding="application/x-tex">E=mc^2</annotation>'

describe('a formula', () => {
  it.each([
    ['MathML in a line', `<math><mi>x</mi><mo>=</mo>${POWER}</math>`, 'x=10^(-3)'],
    [
      'MathML with a prefix',
      `<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:msub><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msub></mml:math>`,
      'x_2',
    ],
    [
      'a fraction and a root',
      '<math><mfrac><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow><msqrt><mi>c</mi></msqrt></mfrac></math>',
      '(a<b)/(√c)',
    ],
    ['two marks', '<math><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></math>', 'x_i^2'],
    ['TeX beside it', `<math><semantics><mrow><mi>E</mi></mrow>${TEX}</semantics></math>`, 'E=mc^2'],
    ['TeX in an attribute', '<math alttext="{\\displaystyle a&lt;b}"><mi>a</mi></math>', 'a<b'],
    ['TeX that waits for a script', '<script type="math/tex; mode=display">a < b</script>', 'a < b'],
  ])('is told in the text: %s', (_, source, line) => {
    expect(htmlToText(`<p>So ${source} holds.</p>`)).toBe(`So ${line} holds.`)
  })

  it('is not told twice where its picture or its own HTML follows', () => {
    const math = `<math alttext="E"><mi>E</mi></math>`

    expect(htmlToText(`<p>So <span>${math}</span><span class="katex-html">E</span>.</p>`)).toBe('So E.')
    expect(sanitize(`<span>${math}</span><img src="/e.svg">`, 'https://w.example/').html).toBe(
      '<img src="https://w.example/e.svg" loading="lazy">',
    )
  })

  it.each([
    [`Search for <math><mi>x</mi></math> decays`, 'Search for x decays'],
    ['Search for &lt;math&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;/math&gt; decays', 'Search for x decays'],
    ['The <math> element, mathematically', 'The <math> element, mathematically'],
    ['The &lt;math&gt; element', 'The <math> element'],
  ])('is told in a title: %s', (source, title) => {
    expect(htmlToText(titleHtml(source))).toBe(title)
  })

  it.each(['<math>', '<script type="math/tex">', '<video src="a">', '<video>a'])(
    'takes time in proportion to the text, of %s without end',
    (piece) => {
      expect(costGrowth((size) => sanitize(piece.repeat(size), undefined), 2_000)).toBeLessThan(
        FAR_FROM_QUADRATIC,
      )
    },
  )

  it.each<[string, number, (size: number) => string]>([
    ['types of one script', 12_000, (size) => `<script ${'type=math/tex"'.repeat(size)}<`],
    [
      'elements of many names',
      5_000,
      (size) => Array.from({ length: size }, (_, at) => `<n${at}:math>`).join(''),
    ],
  ])('takes time in proportion to the %s', (_, size, written) => {
    expect(costGrowth((length) => withFormulas(written(length)), size)).toBeLessThan(FAR_FROM_QUADRATIC)
  })
})
