import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { fc } from '../../../test/properties.ts'
import { sanitize, htmlToText } from './sanitize.ts'

const BASE = 'https://news.example/2026/storm/'
const html = (source: string) => sanitize(source, BASE).html

describe('sanitised HTML', () => {
  it('has the signs that references to the places of windows-1252 stand for, in its text too', () => {
    const { html, text } = sanitize('<p>b &#151; c &#x93;d&#148 &#1510; &#129;</p>', BASE)

    expect(html).toBe('<p>b — c “d” &#1510;  </p>')
    expect(text).toBe('b — c “d” צ')
    expect(sanitize('b &#150; c', BASE)).toMatchObject({ html: 'b – c', text: 'b – c' })
    expect(sanitize('&lt;p&gt;b &amp;#150; c&lt;/p&gt;', BASE).html).toBe('<p>b – c</p>')
  })

  it('has the signs whose references a feed escaped twice, except in code', () => {
    const source =
      '<p>d&amp;eacute;cor&amp;#8217;s</p><code>&amp;eacute;</code><pre>&amp;nbsp;<i>&amp;reg;</i></pre>'

    const { html, text } = sanitize(source, BASE)

    expect(html).toBe(
      '<p>d&eacute;cor&#8217;s</p><code>&amp;eacute;</code><pre>&amp;nbsp;<i>&amp;reg;</i></pre>',
    )
    expect(text).toBe('décor’s\n\n&eacute;\n\n&nbsp;&reg;')
    expect(sanitize('d&amp;eacute;cor', BASE)).toMatchObject({ html: 'd&eacute;cor', text: 'décor' })
  })

  it.each([
    ['keeps what tells a text apart', '<h2>A</h2><p>b <em>c</em> <strong>d</strong></p><ul><li>e</li></ul>'],
    ['keeps tables', '<table><tbody><tr><th scope="row">a</th><td colspan="2"></td></tr></tbody></table>'],
    ['keeps references as they are', '<p>&amp; &#8220;a&#8221; &nbsp; &lt;b&gt; AT&T</p>'],
    ['keeps the direction of text', '<p dir="rtl" lang="ar">م</p>'],
  ])('%s', (_, source) => {
    expect(html(source)).toBe(source)
  })

  it.each([
    ['<font color=red>a</font><center>b</center>', 'a<br>b'],
    ['<p class="x" style="color:red" id=y data-z=1>a</p>', '<p>a</p>'],
    ['<div><p>a</div>b', '<div><p>a</p></div>b'],
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<ul><li>a<li>b<ul><li>c</ul></ul>', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    [
      '<table><tr><td>a<td>b<tr><td>c</table>',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    ],
    ['<b><i>a</b>b</i>', '<b><i>a</i></b>b'],
    ['a < b > c', 'a &lt; b &gt; c'],
    ['a<br/>b</br>c<hr>', 'a<br>b<br>c<hr>'],
    [
      'a<h6></h6><a>b</a><div><p></p></div><img src="/c.png">d',
      'a<a><br>b</a><br><img src="https://news.example/c.png" loading="lazy">d',
    ],
    ['a<center><p>b</p></center>c<form> d</form>', 'a<p>b</p>c<br> d'],
    ['<div></div>a<div></div><p>b</p><p><b></b></p>c<i></i>d<p></p> ', 'a<p>b</p>cd'],
    ['a<br><br> <br>&nbsp;<br>b<br><br>c', 'a<br><br> &nbsp;b<br><br>c'],
    [
      '<div>a</div><div><br></div><div><br></div><div><br></div>b',
      '<div>a</div><div><br></div><div><br></div>b',
    ],
    ['<pre>a<br><br><br>b</pre>', '<pre>a<br><br><br>b</pre>'],
    ['a<table><tr><td>&nbsp;</td><td></td></tr> <tr></tr></table>b', 'a<br>b'],
    [
      '<table><tr><td><table><tr><td></td></tr></table>a</td></tr></table>',
      '<table><tr><td>a</td></tr></table>',
    ],
    ['<p></p><p> </p><p>a</p><div><span></span></div>', '<p> </p><p>a</p>'],
    [
      '<P TITLE=x>a</P><A HREF="/b">c</A>',
      '<p>a</p><a href="https://news.example/b" rel="noopener noreferrer nofollow">c</a>',
    ],
    ['<script>a</script><style>b</style>c<noscript>d</noscript>', 'c'],
    ['<!-- a --><?php b ?><![CDATA[c]]>d', 'cd'],
    ['<![CDATA[<p>a</p>]]><p>b</p>', '<p>a</p><p>b</p>'],
    ['<xml><w:Word><w:View>Normal</w:View></w:Word></xml><p>a</p>', '<p>a</p>'],
    ['<b style="font-weight:normal;" id="docs-internal-guid-1"><p>a <b>b</b></p></b>c', '<p>a <b>b</b></p>c'],
    ['<head><title>a</title><body><p>b</p></body>', '<p>b</p>'],
    ['<iframe src="https://video.example/1"></iframe>a', 'a'],
    ['<svg><title>a</title><path d="M0"/></svg>b<svg/>c', 'bc'],
    ['&lt;p&gt;a &lt;b&gt;c&lt;/b&gt;&lt;/p&gt;', '<p>a <b>c</b></p>'],
    ['Use &lt;canvas&gt; for this', 'Use &lt;canvas&gt; for this'],
  ])('makes of %j %j', (source, expected) => {
    expect(html(source)).toBe(expected)
  })

  it.each([
    [
      '<img src="/a.png" alt="A &amp; B" width=600 height="40%">',
      '<img src="https://news.example/a.png" alt="A &amp; B" width="600" loading="lazy">',
    ],
    [
      '<img src="data:image/gif;base64,R0" data-src="b.png">',
      '<img src="https://news.example/2026/storm/b.png" loading="lazy">',
    ],
    [
      '<img src="//cdn.example/c.png?a=1&b=2">',
      '<img src="https://cdn.example/c.png?a=1&amp;b=2" loading="lazy">',
    ],
    ['<img src="https://t.example/p.gif" width="1" height="1">', ''],
    ['<img src="https://t.example/p.gif" style="width: 1px">', ''],
    ['<img src="https://pixel.wp.com/b.gif?x=1">', ''],
    ['<img alt="nothing">', ''],
    [
      '<a href="#note">1</a>',
      '<a href="https://news.example/2026/storm/#note" rel="noopener noreferrer nofollow">1</a>',
    ],
    [
      '<a href="mailto:desk@news.example">m</a>',
      '<a href="mailto:desk@news.example" rel="noopener noreferrer nofollow">m</a>',
    ],
    ['<a href="javascript:x" onclick="y">z</a>', '<a>z</a>'],
    [
      '<video src="/v.mp4" autoplay></video>',
      '<video src="https://news.example/v.mp4" controls preload="none"></video>',
    ],
  ])('makes of the address in %j %j', (source, expected) => {
    expect(html(source)).toBe(expected)
  })

  it('leaves relative addresses out where nothing is known that they are relative to', () => {
    expect(sanitize('<a href="/a">b</a><img src="c.png">', undefined).html).toBe('<a>b</a>')
  })

  it('gives the first image that stays', () => {
    const { imageUrl } = sanitize('<img src="/p.gif" width=1><img src="/a.png"><img src="/b.png">', BASE)

    expect(imageUrl).toBe('https://news.example/a.png')
  })

  it.each([
    '<img class="kg-bookmark-icon" src="/icon.png">',
    '<img src="https://u1.ct.sendgrid.net/wf/open?upn=abc" alt="">',
    '<img src="https://x.us1.list-manage.com/track/open.php?u=1">',
  ])('gives no icon and nothing that counts readers as the image: %s', (source) => {
    expect(sanitize(`${source}<img src="/a.png">`, BASE).imageUrl).toBe('https://news.example/a.png')
  })

  it('leaves no padding of newsletters in the text, and joiners within words', () => {
    const made = sanitize(
      `<p>Preview${'&#847;&zwnj;&nbsp;'.repeat(9)}</p><p>\u034F \u200C \u034F می‌خواهم</p>`,
      BASE,
    )

    expect(made.text).toBe('Preview\n\nمی‌خواهم')
  })

  it('gives no button and no advertisement as the image, and keeps the button where it stands', () => {
    const made = sanitize(
      '<img src="/pdf.gif" width="16"><img src="http://feeds.news.example/~a/x?i=1"><img src="/b.png">',
      BASE,
    )

    expect(made.imageUrl).toBe('https://news.example/b.png')
    expect(made.html).toContain('pdf.gif')
    expect(made.html).not.toContain('~a')
  })

  it('is a fixed point: sanitised again it is the same', () => {
    const token = fc.constantFrom(
      ...'<p>|</p>|<b>|</b>|<i>|<ul>|<li>|</ul>|<table>|<tr>|<td>|</table>|<a href=/x>|</a>|<img src=y>|<br>|<div>|</div>|<pre>|</pre>|<q>| a |b|&amp;|<|>|\n|é|<svg>|</svg>|<dl>|<dd>|<hr>'.split(
        '|',
      ),
    )

    fc.assert(
      fc.property(fc.array(token, { maxLength: 20 }), (tokens) => {
        const once = html(tokens.join(''))
        // What is markup escaped as a whole is read as the markup it was meant to be.
        fc.pre(!/^\s*&lt;|&lt;\//.test(once))

        expect(html(once)).toBe(once)
      }),
      { numRuns: 2_000 },
    )
  })

  it('closes what it opens, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { html } = sanitize(text, BASE)

        const opened = html
          .match(/<[a-z][^>]*>/g)
          ?.filter((tag) => !/^<(?:br|hr|img|wbr|col|source)\b/.test(tag))
        expect(html.match(/<\//g)?.length ?? 0).toBe(opened?.length ?? 0)
        expect(/\p{Cs}/u.test(html)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the text of HTML', () => {
  it('has no space at the ends of lines, none twice, and no more than one blank line, whatever the HTML', () => {
    const token = fc.constantFrom(
      ...'<p>,</p>,<br>,<b>,</b>,<pre>,</pre>,<td>,<hr>, ,\n,\t ,a,b  c,&nbsp;,&#10;,\u3000'.split(','),
    )

    fc.assert(
      fc.property(fc.array(token, { maxLength: 20 }), (tokens) => {
        const text = htmlToText(tokens.join(''))

        expect(text).toBe(text.trim())
        expect(text).not.toMatch(/[^\S\n]\n|\n[^\S\n]|[^\S\n]{2}|[^\S\n ]|\n{3}/)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['<p>One &amp; two.</p>\n<p>Three<br>four</p>', 'One & two.\n\nThree\nfour'],
    ['<ul><li>a</li><li>b</li></ul>c', 'a\nb\n\nc'],
    ['<b>a</b>b <i>c</i> d', 'ab c d'],
    ['a\n\n  b&nbsp;&nbsp;c', 'a b c'],
    ['<pre>a\n  b</pre>', 'a\nb'],
    ['<p style="white-space: pre-wrap">a\n  b\n\nc</p>d', 'a\nb\n\nc\n\nd'],
    ['<p style="white-space: nowrap">a\n  b</p>', 'a b'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['<script>x</script>a&#8217;s &#x1F600; &unknown; &#xD800;', 'a’s 😀 &unknown; \uFFFD'],
    ['a\u202Eb\u0000c\u200Bd', 'abcd'],
    ['a&#8238;b', 'ab'],
    ['if $k<n$ and $1<p<q$, <b>then</b> $k>1$', 'if $k<n$ and $1<p<q$, then $k>1$'],
    [
      '#include <stdio.h>, map<K,V> by <me@site.example>',
      '#include <stdio.h>, map<K,V> by <me@site.example>',
    ],
    ['a <o:p>b</o:p> <my-tag>c</my-tag><br/>d <img... ', 'a b c\nd'],
    ['plain text, no markup', 'plain text, no markup'],
    ['', ''],
  ])('of %j is %j', (source, expected) => {
    expect(htmlToText(source)).toBe(expected)
  })
})

describe('a style that shows line ends', () => {
  it.each([
    ['<p style="white-space:pre-wrap">a\nb</p>', '<p>a<br>\nb</p>'],
    ['<div style="color:red; white-space : pre-line">a\r\nb</div>', '<div>a<br>\nb</div>'],
    ['<p style="white-space:pre">a <b>b</b>\n<i>c</i></p>\nd', '<p>a <b>b</b><br>\n<i>c</i></p>\nd'],
    ['<div style="white-space:pre"><pre>a\nb</pre></div>', '<div><pre>a\nb</pre></div>'],
    ['<pre style="white-space:pre-wrap">a\nb</pre>', '<pre>a\nb</pre>'],
    ['<p style="white-space:normal">a\nb</p>', '<p>a\nb</p>'],
    ['<p style="white-space:pre">a</p><p>b\nc</p>', '<p>a</p><p>b\nc</p>'],
  ])('makes of %j %j', (source, html) => {
    expect(sanitize(source, undefined).html).toBe(html)
  })
})

describe('HTML made to hurt', () => {
  it.each<[string, number, (size: number) => string]>([
    ['nested elements', 20_000, (size) => '<div>'.repeat(size) + 'x'],
    ['nested inline elements', 20_000, (size) => '<b>'.repeat(size) + 'x' + '</b>'.repeat(size)],
    [
      'end tags of nothing in deep nesting',
      10_000,
      (size) => '<p><b><i><div>'.repeat(size) + '</x>'.repeat(size),
    ],
    ['attributes', 100_000, (size) => `<a ${'x=1 '.repeat(size)}>x</a>`],
    [
      'different attributes',
      100_000,
      (size) => `<a ${Array.from({ length: size }, (_, n) => `x${n}=1 `).join('')}>x</a>`,
    ],
    ['<', 100_000, (size) => '<'.repeat(size)],
    ['&', 200_000, (size) => '&'.repeat(size)],
    ['white space', 200_000, (size) => `<p>${' \t'.repeat(size)}</p>x`],
    ['line ends', 100_000, (size) => 'a\n \n'.repeat(size)],
    ['open comments', 100_000, (size) => '<!--'.repeat(size)],
    ['open foreign elements', 50_000, (size) => '<svg>'.repeat(size)],
    ['open quotes', 50_000, (size) => '<a href="'.repeat(size)],
    ['points in an address', 40_000, (size) => `<img data-src="${'.'.repeat(size)} x">`],
    ['sizes in an address', 20_000, (size) => `<video poster="https://a.example/${'t1x1q'.repeat(size)}">`],
    ['words', 4_000_000, (size) => 'word '.repeat(size)],
  ])('by so many %s costs in proportion, and is cut: %i', (_, size, source) => {
    const { html, text } = sanitize(source(size), BASE)

    expect(html.length).toBeLessThan(5_000_000)
    expect(text.length).toBeLessThanOrEqual(1_000_000)
    expect(costGrowth((some) => sanitize(source(some), BASE), size)).toBeLessThan(FAR_FROM_QUADRATIC)
  })
})
