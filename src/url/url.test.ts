import { describe, expect, it } from 'vitest'
import { leastCpuMs } from '../../test/processor-time.ts'
import { fc } from '../../test/properties.ts'
import { canonicalKey, displayUrl, publisherOf, safeHttpUrl } from './url.ts'

const ARTICLE = 'https://news.example/2026/storm?id=7'

describe('the identity of an address', () => {
  it.each([
    'http://news.example/2026/storm?id=7',
    'HTTPS://User:Secret@WWW.News.Example:443/2026/storm?id=7',
    'https://news.example./2026/storm/?id=7',
    'https://m.news.example/2026/./x/../storm?id=7#comments',
    'https://amp.news.example/2026//storm/index.html?id=7',
    'https://www.news.example/2026/storm/amp/?id=7',
    'https://news.example/amp/2026/storm?id=7&amp=1',
    'https://news.example/2026/storm.amp?id=7&outputType=amp',
    'https://news.example/2026/%73torm?utm_source=rss&id=7&utm_medium=feed&fbclid=abc',
    'https://news.example/2026/storm?WT.mc_id=x&amp;id=7&at_medium=RSS',
    'news.example/2026/storm?id=7',
    '//news.example/2026/storm?id=7',
    ' https://news.example/2026/storm?id=7\n',
    'https://www.google.com/url?sa=t&url=https%3A%2F%2Fnews.example%2F2026%2Fstorm%3Fid%3D7&usg=x',
    'https://www.google.de/amp/s/www.news.example/2026/storm?id=7',
    'https://news-example.cdn.ampproject.org/v/s/www.news.example/2026/storm?id=7&amp_js_v=0.1&usqp=mq',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fnews.example%2F2026%2Fstorm%3Fid%3D7%26fbclid%3Dx&h=y',
    'https://out.reddit.com/t3_x?url=https%3A%2F%2Fnews.example%2F2026%2Fstorm%3Fid%3D7&token=x',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fnews.example%252F2026%252Fstorm%253Fid%253D7',
    'http://us.rd.yahoo.com/dailynews/rss/*http://news.example/2026/storm?id=7',
    'https://feeds.feedblitz.com/~/t/0/0/news/~https://news.example/2026/storm?id=7',
    'https://go.theregister.com/feed/www.news.example/2026/storm?id=7',
    'http://go.theregister.com/feed/http://www.news.example/2026/storm?id=7',
    'http://redir.internet.com/rss/click/www.news.example/2026/storm?id=7',
    'https://news.example/2026/storm?id=7&source=rss_front2&from=RSS20&partner=news.rss&feed=rss_business',
  ])('is the same for %s', (url) => {
    expect(canonicalKey(url)).toBe(ARTICLE)
  })

  it.each([
    ['https://www.bbc.co.uk/news/articles/c1', 'https://www.bbc.com/news/articles/c1?at_medium=RSS'],
    ['https://twitter.com/ann/status/1', 'https://x.com/ann/status/1?s=20'],
    ['https://old.reddit.com/r/storms/comments/1/', 'https://www.reddit.com/r/storms/comments/1'],
    ['https://dx.doi.org/10.1/x', 'https://doi.org/10.1/x'],
    ['https://youtu.be/AbCdEfGhIjK?si=x&t=30', 'https://www.youtube.com/watch?v=AbCdEfGhIjK&list=y'],
    ['https://www.youtube.com/shorts/AbCdEfGhIjK', 'https://m.youtube.com/watch?v=AbCdEfGhIjK'],
    ['https://www.youtube-nocookie.com/embed/AbCdEfGhIjK', 'https://www.youtube.com/live/AbCdEfGhIjK'],
    ['http://export.arxiv.org/abs/2611.00001v2', 'https://arxiv.org/pdf/2611.00001'],
    ['https://arxiv.org/pdf/math.GT/0309136.pdf', 'https://arxiv.org/abs/math.GT/0309136v1'],
    ['https://www.golem.de/news/storm-2611-1-rss.html', 'https://www.golem.de/news/storm-2611-1.html'],
    ['https://www.dw.com/en/storm/a-1?maca=en-rss-en-all-1573-rdf', 'https://www.dw.com/en/storm/a-1'],
    ['https://news.example/a?cmp=rss&origin=rss&rss=yes', 'https://news.example/a?traffic_source=rss'],
    [
      'https://redir.folha.com.br/redir/online/mundo/rss091/*https://www1.folha.uol.com.br/a.shtml',
      'https://www1.folha.uol.com.br/a.shtml',
    ],
  ])('is one for %s and %s', (one, other) => {
    const key = canonicalKey(one)

    expect(canonicalKey(other)).toBe(key)
    expect(canonicalKey(key ?? '')).toBe(key)
  })

  it.each([
    ['https://www.youtube.com/@storms/live', 'https://www.youtube.com/@rain/live'],
    ['https://youtu.be/', 'https://www.youtube.com/'],
    ['https://www.youtube.com/embed/videoseries?list=a', 'https://www.youtube.com/embed/videoseries?list=b'],
    ['https://arxiv.org/list/cs.AI/2611', 'https://arxiv.org/abs/2611.00001'],
    ['https://news.example/a?origin=oslo', 'https://news.example/a?origin=rome'],
    ['https://news.example/a?via=rssreader-team', 'https://news.example/a?via=press-team'],
  ])('is not one for %s and %s', (one, other) => {
    expect(canonicalKey(one)).not.toBe(canonicalKey(other))
  })

  it.each([
    ['https://news.example/', 'https://news.example/'],
    ['https://news.example', 'https://news.example/'],
    ['https://news.example/index.html', 'https://news.example/'],
    ['https://news.example/amp', 'https://news.example/amp'],
    ['https://news.example/?b=2&a=1&b=1&c=', 'https://news.example/?a=1&b=2&b=1&c'],
    ['https://app.example/#!/story/5', 'https://app.example/#!/story/5'],
    ['https://en.m.wikipedia.org/wiki/Rain', 'https://en.wikipedia.org/wiki/Rain'],
    ['https://www.gov.uk/news', 'https://www.gov.uk/news'],
    ['https://m.com/a', 'https://m.com/a'],
    ['https://bücher.example/ä b', 'https://xn--bcher-kva.example/%C3%A4%20b'],
    ['http://news.example:8080/a', 'https://news.example:8080/a'],
    ['http://127.0.0.1:3000/a/', 'https://127.0.0.1:3000/a'],
    ['http://[::1]/a', 'https://[::1]/a'],
    ['http://localhost/a', 'https://localhost/a'],
    ['https://news.example/a%2Fb%2fc', 'https://news.example/a%2Fb%2Fc'],
    ['https://news.example/100%', 'https://news.example/100%25'],
    [
      'https://news.example/go?url=https://other.example/',
      'https://news.example/go?url=https://other.example/',
    ],
    ['https://news.example/a?ref=7&src=8', 'https://news.example/a?ref=7&src=8'],
    ['https://news.example/?feed=rss2&p=5', 'https://news.example/?feed=rss2&p=5'],
    ['https://news.example/a?from=rssing&tag=rss', 'https://news.example/a?tag=rss'],
    ['https://www.nytimes.com/a?ref=rss&partner=rss', 'https://nytimes.com/a'],
    [
      'https://nytimes.com/a.html?hp&action=click&pgtype=Homepage&region=top-news&_r=0',
      'https://nytimes.com/a.html',
    ],
    [
      'https://news.example/a?action=click&region=north&_r=0',
      'https://news.example/a?_r=0&action=click&region=north',
    ],
    ['https://nytimes.com/a.html?unlocked_article_code=1.x&smid=url-share', 'https://nytimes.com/a.html'],
    ['https://www.theatlantic.com/a/5/?gift=x&single_page=true', 'https://theatlantic.com/a/5'],
    ['https://news.example/a?gift=5&single_page=true', 'https://news.example/a?gift=5&single_page=true'],
    ['https://news.example/a?ref=hackernews&source=twitter', 'https://news.example/a'],
    [
      'https://news.example/a?source=twitterific&from=hnn',
      'https://news.example/a?from=hnn&source=twitterific',
    ],
    [
      'https://www.youtube.com/redirect?q=javascript:alert(1)',
      'https://youtube.com/redirect?q=javascript:alert(1)',
    ],
  ])('of %s is %s', (url, key) => {
    expect(canonicalKey(url)).toBe(key)
  })

  it.each([
    '',
    'nonsense',
    'mailto:a@news.example',
    'javascript:alert(1)',
    'ftp://news.example/a',
    'http://',
    '/a',
  ])('does not exist for %j', (url) => {
    expect(canonicalKey(url)).toBeUndefined()
    expect(safeHttpUrl(url)).toBeUndefined()
  })

  it('is the same when asked again, over 10,000 made-up addresses', () => {
    let known = 0
    fc.assert(
      fc.property(anyUrl, (url) => {
        const key = canonicalKey(url)
        if (key === undefined) return
        known++

        expect(canonicalKey(key)).toBe(key)
        expect(canonicalKey(displayUrl(url) ?? key)).toBe(key)
      }),
      { numRuns: 10_000 },
    )
    expect(known).toBeGreaterThan(9_000)
  })

  it('never meets another one with a different id', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/)

    fc.assert(
      fc.property(plainUrl, id, id, (url, a, b) => {
        fc.pre(a !== b)
        const joined = url.includes('?') ? '&' : '?'

        expect(canonicalKey(`${url}${joined}id=${a}`)).not.toBe(canonicalKey(`${url}${joined}id=${b}`))
      }),
      { numRuns: 5_000 },
    )
  })

  it('is found or refused for any text at all', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true })),
        (text) => {
          const key = canonicalKey(text)

          expect(key === undefined ? undefined : canonicalKey(key)).toBe(key)
          expect(typeof displayUrl(text)).toMatch(/string|undefined/)
          expect(publisherOf(text) === undefined).toBe(key === undefined)
        },
      ),
      { numRuns: 5_000 },
    )
  })

  it('is refused for addresses longer than any server takes', () => {
    expect(canonicalKey(`https://news.example/${'a'.repeat(9_000)}`)).toBeUndefined()
    expect(canonicalKey(`https://news.example/${'|'.repeat(4_000)}`)).toBeUndefined()
  })

  it('takes linear time on addresses made to be slow', () => {
    const slow = [
      `https://l.facebook.com/l.php?u=`.repeat(260),
      `https://news.example/${'amp/'.repeat(2_000)}`,
      `https://news.example/a${'.amp'.repeat(2_000)}`,
      `https://news.example/${'index.html/'.repeat(700)}`,
      `https://news.example/a?${'amp;'.repeat(2_000)}b=1`,
      `https://news.example/a;${';jsessionid=1'.repeat(600)}`,
      `https://${'www.'.repeat(60)}news.example/`,
    ]
    const keys = () => slow.map((url) => canonicalKey(url))

    // Addresses are bounded in length, so the bound in time is absolute; some 10 ms are usual.
    expect(leastCpuMs(keys, 500)).toBeLessThan(500)
  })
})

const ARTICLE_3 = 'https://news.example/3'

describe('the address that is shown', () => {
  it('is as given, without tracking parameters and credentials', () => {
    expect(displayUrl('http://u:p@www.News.example/a/index.html?b=2&utm_source=x&a=1&amp=1#top')).toBe(
      'http://www.news.example/a/index.html?b=2&a=1&amp=1#top',
    )
    expect(displayUrl('https://news.example/a?utm_source=x')).toBe('https://news.example/a')
    expect(displayUrl('https://news.example/a#xtor=RSS-1')).toBe('https://news.example/a')
    expect(displayUrl('https://news.example/a#part=2&utm_source=x')).toBe('https://news.example/a#part=2')
    expect(displayUrl('https://news.example/#!utm_source=x')).toBe('https://news.example/#!utm_source=x')
    expect(displayUrl('https://nytimes.com/a?unlocked_article_code=1.x&smid=url-share')).toBe(
      'https://nytimes.com/a?unlocked_article_code=1.x',
    )
    expect(displayUrl('https://news.example/a?q=%2f&x=+')).toBe('https://news.example/a?q=%2f&x=+')
  })

  it.each([
    ['https://www.google.com/url?rct=j&sa=t&url=https://news.example/3&ct=ga&cd=CAIy&usg=AOv', ARTICLE_3],
    ['https://www.google.co.uk/url?q=https%3A%2F%2Fnews.example%2F3%3Futm_source%3Dalert&sa=D', ARTICLE_3],
    ['https://out.reddit.com/t3_abc?url=https%3A%2F%2Fnews.example%2F3&token=x&app_name=web', ARTICLE_3],
    ['https://l.facebook.com/l.php?u=https%3A%2F%2Fnews.example%2F3%3Ffbclid%3Dx&h=y', ARTICLE_3],
    ['https://slack-redir.net/link?url=https%3A%2F%2Fnews.example%2F3&v=3', ARTICLE_3],
    ['https://go.bsky.app/redirect?u=https%3A%2F%2Fnews.example%2F3', ARTICLE_3],
    ['https://t.me/iv?url=https%3A%2F%2Fnews.example%2F3&rhash=x', ARTICLE_3],
    ['https://gate.sc/?url=https%3A%2F%2Fnews.example%2F3&token=x', ARTICLE_3],
    ['https://news.url.google.com/url?q=https://news.example/3', ARTICLE_3],
    ['https://news.google.com/news/url?sa=t&fd=R&url=https://news.example/3', ARTICLE_3],
    ['https://t.umblr.com/redirect?z=https%3A%2F%2Fnews.example%2F3&t=x&m=1', ARTICLE_3],
    ['https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fnews.example%2F3&data=05', ARTICLE_3],
    [
      'https://disq.us/url?url=https%3A%2F%2Fnews.example%2F3%3Aabcdefghijklmnopqrstuvwxy_0&cuid=1',
      ARTICLE_3,
    ],
    [
      'https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=https%3a%2f%2fnews.example%2f3/RK=2/RS=x-',
      ARTICLE_3,
    ],
    ['http://us.rd.yahoo.com/dailynews/rss/*http://news.example/3', 'http://news.example/3'],
    ['https://www.google.com/amp/s/news.example/3', ARTICLE_3],
    ['https://www.google.com/amp/news.example/3', 'http://news.example/3'],
    [
      'https://www.google.com/url?url=https://out.reddit.com/x%3Furl%3Dhttps%253A%252F%252Fnews.example%252F3',
      ARTICLE_3,
    ],
    ['https://www.google.com/url?url=https://u:p@news.example/3', ARTICLE_3],
    [
      `https://news.google.com/rss/articles/${Buffer.from('\x08\x13"\x16https://news.example/3\xd2\x01\x00', 'latin1').toString('base64url')}?oc=5`,
      ARTICLE_3,
    ],
    [
      'https://news.google.com/rss/articles/CBMiakFVX3lxTE5mbFd6dGhpcy1pcy1vcGFxdWU?oc=5',
      'https://news.google.com/rss/articles/CBMiakFVX3lxTE5mbFd6dGhpcy1pcy1vcGFxdWU?oc=5',
    ],
    [
      `https://www.bing.com/ck/a?!&&p=x&u=a1${Buffer.from('https://news.example/3').toString('base64url')}&ntb=1`,
      ARTICLE_3,
    ],
    [
      'https://www.google.com/url?url=javascript:alert(1)',
      'https://www.google.com/url?url=javascript:alert(1)',
    ],
    [
      'https://www.google.com/url?url=file:///etc/passwd',
      'https://www.google.com/url?url=file:///etc/passwd',
    ],
    [
      'https://www.google.com/search?q=https://news.example/3',
      'https://www.google.com/search?q=https://news.example/3',
    ],
    [
      'https://news.example/go?url=https://other.example/',
      'https://news.example/go?url=https://other.example/',
    ],
  ])('is the target that a redirector carries: %s', (url, shown) => {
    expect(displayUrl(url)).toBe(shown)
  })

  it('is never anything but http or https', () => {
    expect(displayUrl('javascript:alert(1)')).toBeUndefined()
    expect(safeHttpUrl('//cdn.example/x.png', 'https://news.example/a')).toBe('https://cdn.example/x.png')
    expect(safeHttpUrl('../x.png', 'https://news.example/a/b/')).toBe('https://news.example/a/x.png')
    expect(safeHttpUrl('data:image/png;base64,AA', 'https://news.example/')).toBeUndefined()
    expect(safeHttpUrl('x.png')).toBeUndefined()
  })
})

describe('the publisher of an address', () => {
  it.each([
    ['https://feeds.news.bbc.co.uk/a', 'bbc.co.uk'],
    ['https://anna.github.io/post', 'anna.github.io'],
    ['https://paper.example/a', 'paper.example'],
    ['https://www.city.paper.example/a', 'paper.example'],
    ['http://127.0.0.1:8080/a', '127.0.0.1'],
    ['http://localhost:8080/a', 'localhost'],
    ['https://www.google.com/url?q=https://www.paper.example/a', 'paper.example'],
  ])('of %s is %s', (url, publisher) => {
    expect(publisherOf(url)).toBe(publisher)
  })

  it('is no feed proxy', () => {
    expect(publisherOf('http://feeds.feedburner.com/~r/news/~3/1/storm.html')).toBeUndefined()
    expect(publisherOf('http://feedproxy.google.com/~r/news/~3/1/storm.html')).toBeUndefined()
    expect(publisherOf('http://feeds.news.example/~r/news/~3/1/storm.html')).toBe('news.example')
    expect(publisherOf('https://blog.google.com/storm')).toBe('google.com')
  })

  it('is unknown where there is no address', () => {
    expect(publisherOf('entry:source:abc')).toBeUndefined()
  })
})

const host = fc.constantFrom(
  'news.example',
  'www.news.example',
  'M.amp.News.Example.',
  'amp.www.m.co.uk',
  'www.github.io',
  'mobile.anna.github.io',
  'www.m.x.kawasaki.jp',
  '127.0.0.1:8443',
  '[::1]:80',
  'localhost:443',
  'bücher.example',
  'google.com',
  'www.google.co.uk',
  'l.facebook.com',
  'm.l.facebook.com',
  'x.cdn.ampproject.org',
  'rd.yahoo.com',
  'www.nytimes.com.',
)
const segment = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...'amp|index.html|index.amp.html|a.amp|url|s|c|v|..|.|%2e|l.php|*http:'.split('|'),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'a;jsessionid=1', 'www.paper.example', 'a.b', '%61mp', 'default.aspx'),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
)
const name = fc.oneof(
  fc.constantFrom(
    'q',
    'u',
    'url',
    'utm_source',
    'id',
    'amp',
    'amp;id',
    '',
    'ref',
    '%75',
    'FBCLID',
    'outputType',
  ),
  fc.string({ maxLength: 5 }),
)
const plainValue = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('amp', '%', '%2', '%41', ''),
)

function urlOf(hosts: fc.Arbitrary<string>, values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom('http', 'https', 'HTTP'),
      hosts,
      fc.array(segment, { maxLength: 6 }),
      fc.array(fc.tuple(name, values), { maxLength: 4 }),
      fc.constantFrom('', '', '#top', '#!/a|b', '#!'),
    )
    .map(([scheme, host, segments, parameters, hash]) => {
      const query = parameters.map(([name, value]) => `${name}=${value}`).join('&')
      return `${scheme}://${host}/${segments.join('/')}${query === '' ? '' : `?${query}`}${hash}`
    })
}

const innerUrl = urlOf(host, plainValue)
const anyUrl = urlOf(
  host,
  fc.oneof(
    plainValue,
    innerUrl,
    innerUrl.map((url) => encodeURIComponent(url)),
  ),
)
const plainUrl = fc
  .tuple(
    fc.constantFrom('https://news.example', 'http://www.paper.co.uk:81', 'https://m.anna.github.io'),
    fc.array(fc.stringMatching(/^[a-z0-9.]{1,6}$/), { maxLength: 4 }),
    fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,5}$/), fc.stringMatching(/^[a-z0-9%+]{0,6}$/)), {
      maxLength: 3,
    }),
  )
  .map(([origin, segments, parameters]) => {
    const query = parameters.map(([name, value]) => `${name}=${value}`).join('&')
    return `${origin}/${segments.join('/')}${query === '' ? '' : `?${query}`}`
  })
