import { describe, expect, it } from 'vitest'
import { sanitize } from './sanitize.ts'

const textOf = (html: string): string => sanitize(html, undefined).text.replace(/\n+/g, '\n')

describe('the numbers of lines of code', () => {
  it.each([
    '<table><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre>a\nb\n</pre></td></tr></table>',
    '<table><tr><td class="linenos"><div class="linenodiv"><pre><span>1</span>\n<span>2</span></pre></div></td><td><pre>a\nb</pre></td></tr></table>',
    '<pre><span class="linenos">1</span>a\n<span class="linenos">2</span>b</pre>',
    '<table><tr><td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre>a\nb</pre></td></tr></table>',
    '<pre><code><span><span class="ln">1</span>a\n</span><span><span class="ln">2</span>b\n</span></code></pre>',
    '<table><tr><td><pre><span style="white-space:pre;user-select:none">1\n</span><span style="user-select:none">2\n</span></pre></td><td><pre>a\nb</pre></td></tr></table>',
    '<table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br></pre></td><td class="code"><pre>a<br>b</pre></td></tr></table>',
    '<pre><code><div><div class="gutter"><div class="ln">1</div></div><div>a</div></div><div><div class="gutter"><div class="ln">2</div></div><div>b</div></div></code></pre>',
  ])('are no part of the text: %s', (code) => {
    expect(textOf(code)).toBe('a\nb')
  })

  it.each([
    ['<table><tr><td class="gutter">Words</td></tr></table>', 'Words'],
    ['<p class="ln">1 of 3</p><div class="gutter">2 of 3</div>', '1 of 3\n2 of 3'],
    ['<pre><span class="line">1</span> <span class="number">42</span></pre>', '1 42'],
    ['<pre><span class="line-number">one</span></pre>', 'one'],
  ])('are not all that is called so: %s', (html, expected) => {
    expect(textOf(html)).toBe(expected)
  })
})

describe('how Japanese is read', () => {
  it('stands in the markup, and not between the words of the text', () => {
    const { html, text } = sanitize(
      '<p><ruby>台風<rp>(</rp><rt>たいふう</rt><rp>)</rp></ruby>が<ruby>港<rt>みなと</ruby>に。</p>',
      undefined,
    )

    expect(text).toBe('台風が港に。')
    expect(html).toContain('<rt>たいふう</rt>')
  })
})
