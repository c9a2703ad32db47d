import { describe, expect, it } from 'vitest'
import { sanitize } from './sanitize.ts'

const BASE = 'https://tide.example/2026/storm/'
const YOUTUBE = 'https://www.youtube.com/watch?v=AbCdEfGhIjK'
const STILL = 'https://i.ytimg.com/vi/AbCdEfGhIjK/hqdefault.jpg'

/** Addresses of images in the sanitised HTML, as paths if they are of the site. */
function imagesOf(source: string): string[] {
  const { html } = sanitize(source, BASE)
  return [...html.matchAll(/<img src="([^"]*)"/g)].map(([, url = '']) =>
    url.replace('https://tide.example', ''),
  )
}

describe('an image', () => {
  it.each([
    ['srcset alone', '<img srcset="/a-400.jpg 400w, /a-800.jpg 800w">', ['/a-800.jpg']],
    ['a border without width', '<img src="/a.jpg" style="border-width: 0px; line-height: 1px">', ['/a.jpg']],
    ['a style without height', '<img src="/a.jpg" style="width: 1px;height:1px">', []],
    ['srcset, not needlessly large', '<img srcset="/a.jpg 400w, /b.jpg 1200w, /c.jpg 3000w">', ['/b.jpg']],
    ['srcset of large files', '<img srcset="/a.jpg 4000w, /b.jpg 3000w">', ['/b.jpg']],
    ['srcset by density', '<img srcset="/a.jpg, /b.jpg 2x, /c.jpg 3x">', ['/b.jpg']],
    [
      'commas in addresses',
      '<img srcset="/w_400,h_300/a.jpg 400w,/w_800,h_600/a.jpg 800w">',
      ['/w_800,h_600/a.jpg'],
    ],
    ['src beside srcset', '<img src="/a.jpg" srcset="/b.jpg 2x">', ['/a.jpg']],
    ['data-src', '<img src="/a-lqip.jpg" class="lazyload" data-src="/a.jpg">', ['/a.jpg']],
    ['data-lazy-src', '<img src="/placeholder.png" data-lazy-src="/a.jpg">', ['/a.jpg']],
    ['data-actualsrc', '<img src="data:image/svg+xml;utf8,<svg/>" data-actualsrc="/a.jpg">', ['/a.jpg']],
    ['data-original', '<img src="/grey.gif" data-original="/a.jpg">', ['/a.jpg']],
    [
      'data-srcset',
      '<img src="data:image/gif;base64,R0" data-srcset="/a.jpg 400w, /b.jpg 900w">',
      ['/b.jpg'],
    ],
    ['data-lazy-srcset', '<img data-lazy-srcset="/a.jpg 400w">', ['/a.jpg']],
    ['a placeholder beside srcset', '<img src="/blank.gif" srcset="/a.jpg 800w">', ['/a.jpg']],
    ['a placeholder alone', '<img src="/blank.gif">', ['/blank.gif']],
    ['data-src that is no address', '<img src="/a.jpg" data-src="3">', ['/a.jpg']],
    ['the file of the camera', '<img src="/a.jpg" data-orig-file="/dsc.jpg">', ['/a.jpg']],
    ['picture', '<picture><source srcset="/a.webp"><img alt="a"></picture>', ['/a.webp']],
    [
      'picture with a lazy source',
      '<picture><source data-srcset="/a.webp 800w"><img></picture>',
      ['/a.webp'],
    ],
    [
      'picture with several sources',
      '<picture><source type="image/avif" srcset="/a.avif"><source srcset="/a.webp"><img></picture>',
      ['/a.webp'],
    ],
    ['picture with src', '<picture><source srcset="/a.webp"><img src="/a.jpg"></picture>', ['/a.jpg']],
    ['noscript', '<p>a</p><noscript>Turn on scripts! <img src="/a.jpg"></noscript>', ['/a.jpg']],
    [
      'noscript behind a placeholder',
      '<img src="/blank.gif"> <noscript><img src="/a.jpg"></noscript>',
      ['/a.jpg'],
    ],
    [
      'noscript behind itself',
      '<img data-src="/a.jpg"><p>b</p><noscript><img src="/a.jpg"></noscript>',
      ['/a.jpg'],
    ],
    ['amp-img', '<amp-img src="/a.jpg" width="600" height="300"></amp-img>', ['/a.jpg']],
    [
      'amp-img with a fallback',
      '<amp-img src="/a.jpg"><noscript><img src="/a.jpg"></noscript></amp-img>',
      ['/a.jpg'],
    ],
    ['a hidden image', '<noscript><img src="/a.jpg" width="1" height="1"></noscript>', []],
    ['a script in srcset', '<img srcset="javascript:alert(1) 800w">', []],
  ])('is found by %s', (_, source, expected) => {
    expect(imagesOf(source)).toEqual(expected)
    const [first] = expected.map((path) => `https://tide.example${path}`)
    expect(sanitize(source, BASE).imageUrl).toBe(first)
  })

  it('is found by noscript without its text', () => {
    expect(sanitize('a<noscript>Turn on <b>scripts</b>!<img src="/b.jpg"></noscript> c', BASE).text).toBe(
      'a c',
    )
  })

  it('of the author illustrates nothing', () => {
    const { html, imageUrl } = sanitize('<img src="https://0.gravatar.com/avatar/1"><img src="/a.jpg">', BASE)

    expect(imageUrl).toBe('https://tide.example/a.jpg')
    expect(html).toContain('gravatar')
  })

  it.each([
    'https://img.shields.io/badge/docs-passing-green',
    'https://github.com/tide/tide/actions/workflows/test.yml/badge.svg?branch=main',
    'https://tide.example/flattr/flattr-badge-large.png',
    'https://tide.example/icons/pdf.gif?844',
    'https://tide.example/rss-icon.png',
  ])('of a state or a file illustrates nothing: %s', (badge) => {
    expect(sanitize(`<img src="${badge}"><img src="/a.jpg">`, BASE).imageUrl).toBe(
      'https://tide.example/a.jpg',
    )
  })

  it('of a video illustrates the article', () => {
    expect(sanitize('<video src="/a.mp4" poster="/a.jpg"></video>', BASE).imageUrl).toBe(
      'https://tide.example/a.jpg',
    )
  })

  it.each([
    '<video src="/a.mp4">',
    '<video src="/a.mp4" poster="">',
    '<video poster=" " src="/a.mp4">',
    '<video src="/a.mp4" poster="https://img.example/v1/1280x720/0a/spacer.png">',
  ])('of a video without one is none, and not its page: %s', (video) => {
    const { html, imageUrl } = sanitize(`${video}</video><audio src=""></audio>`, BASE)

    expect(imageUrl).toBeUndefined()
    expect(html.match(/(?:src|poster)="[^"]*"/g)).toEqual(['src="https://tide.example/a.mp4"'])
  })
})

describe('an embedded video', () => {
  it.each([
    ['<iframe src="https://www.youtube.com/embed/AbCdEfGhIjK"></iframe>', YOUTUBE],
    ['<iframe src="//www.youtube-nocookie.com/embed/AbCdEfGhIjK?rel=0"></iframe>', YOUTUBE],
    ['<iframe src="about:blank" data-src="https://www.youtube.com/embed/AbCdEfGhIjK"></iframe>', YOUTUBE],
    ['<iframe src="https://www.youtube.com/embed/AbCdEfGhIjK"/>', YOUTUBE],
    [
      '<iframe src="https://www.youtube.com/embed/videoseries?list=PL1"></iframe>',
      'https://www.youtube.com/playlist?list=PL1',
    ],
    ['<embed src="http://www.youtube.com/v/AbCdEfGhIjK&hl=en">', YOUTUBE],
    ['<object data="https://www.youtube.com/v/AbCdEfGhIjK"></object>', YOUTUBE],
    [
      '<object><param name="movie" value="https://youtube.com/v/AbCdEfGhIjK"><embed src="https://youtube.com/v/AbCdEfGhIjK"></object>',
      YOUTUBE,
    ],
    ['<amp-youtube data-videoid="AbCdEfGhIjK"></amp-youtube>', YOUTUBE],
    ['<noscript><iframe src="https://youtu.be/AbCdEfGhIjK"></iframe></noscript>', YOUTUBE],
    ['<iframe src="https://player.vimeo.com/video/123?h=ab"></iframe>', 'https://vimeo.com/123/ab'],
    [
      '<iframe src="https://www.dailymotion.com/embed/video/x8abcde"></iframe>',
      'https://www.dailymotion.com/video/x8abcde',
    ],
    [
      '<iframe src="https://geo.dailymotion.com/player.html?video=x8abcde"></iframe>',
      'https://www.dailymotion.com/video/x8abcde',
    ],
    [
      '<iframe src="https://player.twitch.tv/?video=v12&parent=a"></iframe>',
      'https://www.twitch.tv/videos/12',
    ],
    ['<iframe src="https://clips.twitch.tv/embed?clip=Storm-1"></iframe>', 'https://clips.twitch.tv/Storm-1'],
    [
      '<iframe src="https://tube.example/videos/embed/9c9de5e8-0a1e"></iframe>',
      'https://tube.example/videos/watch/9c9de5e8-0a1e',
    ],
    ['<iframe src="https://maps.example/?at=1" title="The port"></iframe>', 'https://maps.example/?at=1'],
    [
      '<iframe src="https://open.spotify.com/embed/episode/4rOoJ6?theme=0"></iframe>',
      'https://open.spotify.com/episode/4rOoJ6',
    ],
    [
      '<iframe src="https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/34"></iframe>',
      'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/34',
    ],
    [
      '<iframe src="https://bandcamp.com/EmbeddedPlayer/album=1/"><a href="https://b.example/">B</a></iframe>',
      'https://bandcamp.com/EmbeddedPlayer/album=1/',
    ],
    [
      '<iframe src="//player.bilibili.com/player.html?aid=1&bvid=BV1xx411c7mD"></iframe>',
      'https://www.bilibili.com/video/BV1xx411c7mD',
    ],
    [
      '<iframe src="https://platform.twitter.com/embed/Tweet.html?id=123"></iframe>',
      'https://twitter.com/i/status/123',
    ],
    ['<iframe src="https://social.example/@ann/12/embed"></iframe>', 'https://social.example/@ann/12'],
    ['<iframe src="https://www.instagram.com/p/AbC/embed/"></iframe>', 'https://www.instagram.com/p/AbC'],
    [
      '<iframe src="https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fx%2Fvideos%2F1%2F"></iframe>',
      'https://www.facebook.com/x/videos/1/',
    ],
    [
      '<iframe src="https://b.example/post/1/audio_player_iframe/b/t?audio_file=https%3A%2F%2Fa.example%2Ft.mp3"></iframe>',
      'https://a.example/t.mp3',
    ],
    ['<iframe src="https://embed.ted.com/talks/ann"></iframe>', 'https://embed.ted.com/talks/ann'],
    ['<iframe src="https://archive.org/embed/some_id"></iframe>', 'https://archive.org/embed/some_id'],
    ['<iframe src="https://codepen.io/ann/embed/abc"></iframe>', 'https://codepen.io/ann/embed/abc'],
    ['<script src="https://gist.github.com/ann/0a1b.js"></script>', 'https://gist.github.com/ann/0a1b'],
  ])('leaves one link to the page where it is watched: %s', (source, url) => {
    const { html } = sanitize(`<p>Watch:</p>${source}<p>So it was.</p>`, BASE)

    expect([...html.matchAll(/<a href="([^"]*)"/g)].map(([, link]) => link)).toEqual([url])
    expect(html).toContain('<p>So it was.</p>')
  })

  it('leaves its title, its still where the address tells it, and words in the text', () => {
    const frame =
      '<iframe src="https://www.youtube.com/embed/AbCdEfGhIjK" title="Storm &amp; <b>sea</b>"></iframe>'

    expect(sanitize(`<p>a</p>${frame}<p>b</p>`, BASE)).toEqual({
      html: `<p>a</p><p><a href="${YOUTUBE}" rel="noopener noreferrer nofollow"><img src="${STILL}" alt="" loading="lazy"><br>Storm &amp; &lt;b&gt;sea&lt;/b&gt;</a></p><p>b</p>`,
      text: 'a\n\nStorm & <b>sea</b>\n\nb',
      imageUrl: STILL,
    })
    expect(sanitize(`<img src="/a.jpg">${frame}`, BASE).imageUrl).toBe('https://tide.example/a.jpg')
  })

  it.each([
    '<iframe src="https://ads.example/1"></iframe>',
    '<iframe src="https://ann.example/embed"></iframe>',
    '<iframe src="https://www.google.com/maps/embed?pb=1"></iframe>',
    '<iframe src="https://disqus.com/embed/comments/?base=default"></iframe>',
    '<script src="https://cdn.example/embed/player.js" title="Storm"></script>',
    '<script src="https://gist.github.com/embed.css"></script>',
    '<iframe src="javascript:alert(1)" title="Storm"></iframe>',
    '<iframe src="http://plain.example/1" title="Storm"></iframe>',
    '<iframe src="https://counter.example/1" title="Storm" width="0" height="0"></iframe>',
    '<iframe src="https://www.youtube.com/embed/short"></iframe>',
    '<object data="data:text/html,x" title="Storm"></object>',
    '<iframe title="Storm"></iframe>',
  ])('leaves nothing where there is no page to watch it: %s', (source) => {
    expect(sanitize(source, BASE).html).toBe('')
  })
})

describe('a player of the page itself', () => {
  it.each([
    [
      'has no picture without a still',
      '<video src="/a.mp4"></video>',
      '<video src="https://tide.example/a.mp4" controls preload="none"></video>',
    ],
    [
      'has no words for programs that play nothing',
      '<audio controls><source src="/a.mp3" type="audio/mpeg"><p>Your browser cannot play this.</p></audio><p>b</p>',
      '<audio controls preload="none"><source src="https://tide.example/a.mp3" type="audio/mpeg"></audio><p>b</p>',
    ],
    [
      'keeps a link where a script plays',
      '<audio><a href="/a.mp3">Listen</a></audio>',
      '<audio controls preload="none"><a href="https://tide.example/a.mp3" rel="noopener noreferrer nofollow">Listen</a></audio>',
    ],
    [
      'is closed at once, as in XHTML',
      '<audio src="/a.mp3"/><p>b</p>',
      '<audio src="https://tide.example/a.mp3" controls preload="none"></audio><p>b</p>',
    ],
    [
      'waits for no script',
      '<video><source data-src="/a.mp4"></video>',
      '<video controls preload="none"><source src="https://tide.example/a.mp4"></video>',
    ],
  ])('%s', (_, source, expected) => {
    const made = sanitize(source, BASE)

    expect(made.html).toBe(expected)
    expect(made.imageUrl).toBeUndefined()
  })
})

describe('an image in place of a formula', () => {
  it.each([
    [
      '<img src="https://s0.wp.com/latex.php?latex=%7Bx%5E2+%3C+y%7D&#038;bg=ffffff" alt="{x^2 &lt; y}" class="latex">',
      '{x^2 < y}',
    ],
    ['<img src="//s0.wp.com/latex.php?latex=n" alt="n">', 'n'],
    ['<img src="https://www.zhihu.com/equation?tex=a%5Cleq+b" alt="[公式]">', String.raw`a\leq b`],
    [
      String.raw`<img src="https://quicklatex.com/cache3/a/ql_1_l3.png" alt="\frac{a}{b}">`,
      String.raw`\frac{a}{b}`,
    ],
  ])('is that formula: %s', (image, formula) => {
    const { html, text, imageUrl } = sanitize(`<p>Let ${image} hold.</p>`, BASE)

    expect(text).toBe(`Let ${formula} hold.`)
    expect(html).toBe(`<p>Let ${formula.replace('<', '&lt;')} hold.</p>`)
    expect(imageUrl).toBeUndefined()
  })

  it.each([
    ['https://quicklatex.com/cache3/a/ql_1_l3.png', 'Rendered by QuickLaTeX.com'],
    ['https://latex.codecogs.com/svg.image?x', 'equation'],
  ])('stays where it does not say the formula, and illustrates nothing: %s', (address, alt) => {
    const { html, imageUrl } = sanitize(`<p>Let <img src="${address}" alt="${alt}"> hold.</p>`, BASE)

    expect(html).toContain(address)
    expect(imageUrl).toBeUndefined()
  })
})

describe('an image in place of an emoji', () => {
  it.each([
    ['<img src="https://s.w.org/images/core/emoji/15.0.3/72x72/1f609.png" alt="😉">', '😉'],
    ['<img src="/wp-includes/images/smilies/icon_wink.gif" alt=";-)" class="wp-smiley">', ';-)'],
    ['<img src="/a.png" alt=":D" class="emoji">', ':D'],
    ['<img src="https://s.w.org/images/core/emoji/a.png" alt="&lt;3">', '<3'],
  ])('is that emoji: %s', (image, emoji) => {
    const { html, text } = sanitize(`<p>Storm ${image}, they said.</p>`, BASE)

    expect(text).toBe(`Storm ${emoji}, they said.`)
    expect(html).toBe(`<p>Storm ${emoji.replace('<', '&lt;')}, they said.</p>`)
  })

  it.each([
    '<img src="/emoji/wave.png" alt=":wave:" class="emoji">',
    '<img src="/emoji/wave.png" class="emoji">',
    '<img src="/wave.png" alt="🌊">',
  ])('stays where it has no emoji to say, or is a picture: %s', (image) => {
    expect(imagesOf(`<p>Storm ${image}</p>`)).toHaveLength(1)
  })
})
