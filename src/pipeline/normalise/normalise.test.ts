import { beforeAll, describe, expect, it } from 'vitest'
import { anEntry } from '../../../test/an-entry.ts'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { fc } from '../../../test/properties.ts'
import type { Entry } from '../../model/entry.ts'
import { DAY_MS, MINUTE_MS } from '../../model/time.ts'
import { loadLanguages } from '../../text/language/language.ts'
import { entryContext, normalizeEntry, statedTime } from './normalise.ts'

const NOW = Date.UTC(2026, 2, 4, 12)
const SOURCE = {
  id: 'paper',
  name: 'The Paper',
  type: 'feed',
  url: 'https://user:secret@paper.example/feed?token=abc&format=rss',
  category: 'world',
  region: 'no',
  language: null,
  weight: 1,
  enabled: true,
  everyMs: 30 * MINUTE_MS,
} as const
const FEED = {
  title: 'The Paper',
  siteUrl: 'https://paper.example/',
  language: 'en-us',
  iconUrl: undefined,
  ttlMs: undefined,
}
const NO_SITE = { ...FEED, siteUrl: undefined }

const ENTRY = anEntry({
  guid: 'tag:1',
  url: 'https://www.paper.example/storm?utm_source=rss&id=7',
  title: 'Storm &amp; rain reach the <b>coast</b>',
  contentHtml: '<p>The storm has <em>reached</em> the coast.</p><p>Schools stay closed.</p>',
  publishedAt: NOW - DAY_MS,
})

function draft(entry: Partial<Entry> = {}, feed: typeof FEED | typeof NO_SITE = FEED) {
  return normalizeEntry({ ...ENTRY, ...entry }, entryContext(SOURCE, feed, [], NOW))
}

beforeAll(loadLanguages)

describe('the draft of an entry', () => {
  it.each([
    ['video/mp4', 'Video'],
    ['audio/mpeg', 'Audio'],
    ['image/png', 'Image'],
  ])('names a post of media alone by its kind: %s', (mimeType, title) => {
    const enclosures = [{ url: 'https://cdn.example/a', mimeType, bytes: null }]

    expect(draft({ title: '', contentHtml: undefined, enclosures }).title).toBe(title)
    expect(draft({ title: '', contentHtml: '<p>Waves.</p>', enclosures }).title).toBe('Waves.')
  })

  it.each([
    ['alt="A heron &amp; a gull stand"', 'A heron & a gull stand'],
    ['alt="Comic" title="Gulls &lt;b&gt; too"', 'Gulls <b> too'],
    ['title="海を見る鷺" alt=""', '海を見る鷺'],
  ])('of a picture alone says what it shows: %s', (attributes, said) => {
    const contentHtml = `<p><a href="/1"><img src="/a.jpg" ${attributes}></a></p>`

    expect(draft({ contentHtml })).toMatchObject({ summary: said, contentText: said })
    expect(draft({ contentHtml }).contentHtml).toMatch(/<img [^>]*>.*\n<p>[^<]*<\/p>$/)
    expect(draft({ title: '', contentHtml })).toMatchObject({ title: said, summary: '' })
    expect(draft({ contentHtml: `${contentHtml}<p>Waves.</p>` }).contentText).toBe('Waves.')
  })

  it.each([
    'src="/a.jpg"',
    'src="/a.jpg" alt="IMG one.JPG"',
    'src="/a.jpg" alt="image"',
    'src="/a.jpg" alt="Storm &amp; rain reach the coast"',
    'src="/a.jpg" width="16" height="16" alt="A small icon"',
  ])('of a picture that says nothing has no text: %s', (attributes) => {
    const contentHtml = `<img ${attributes}>`

    expect(draft({ contentHtml })).toMatchObject({ summary: '', contentText: '' })
  })

  it('of a picture alone is named by its address, if that has words, else by its kind', () => {
    const only = { title: '', contentHtml: '<img src="/a.jpg">' }

    expect(draft({ ...only, url: 'https://paper.example/heron-at-dawn' }).title).toBe('Heron at dawn')
    expect(draft({ ...only, url: 'https://paper.example/2026/03/04.html' }).title).toBe('Image')
  })

  it.each([
    ['<h1>Storm &amp; rain reach the coast</h1>\n<p>Waves.</p>', '<p>Waves.</p>'],
    ['<p><strong>STORM and rain</strong></p><p>Waves.</p>', '<p>Waves.</p>', 'Storm and rain!'],
    [
      '<div><div><h2>Storm &#38; rain reach the coast.</h2></div><img src="/a.png"><p>Waves.</p></div>',
      '<div><div></div><img src="https://www.paper.example/a.png" loading="lazy"><p>Waves.</p></div>',
    ],
  ])('says the title once where the text begins with it: %s', (contentHtml, html, title = ENTRY.title) => {
    expect(draft({ title, contentHtml })).toMatchObject({ contentHtml: html, contentText: 'Waves.' })
  })

  it.each([
    ['<h1>Storm &amp; rain reach the coast</h1>'],
    ['<h1>Storm &amp; rain reach the coast, at night</h1><p>Waves.</p>'],
    ['<h1>Storm &amp; rain</h1><p>reach the coast</p><p>Waves.</p>'],
    ['<p><em>By night</em></p><h1>Storm &amp; rain reach the coast</h1><p>Waves.</p>'],
    ['Storm &amp; rain reach the coast<br>and the town<br>and the night'],
    ['<ul><li>Storm &amp; rain reach the coast</li><li>Waves</li></ul>'],
    ['<p>Waves.</p><p>Schools stay closed.</p>', ''],
  ])('keeps the beginning of a text that is more than the title: %s', (contentHtml, title = ENTRY.title) => {
    expect(draft({ title, contentHtml }).contentHtml).toBe(contentHtml)
  })

  it('keeps a title that leads elsewhere or stands in a picture', () => {
    const link = '<p><a href="https://inn.example/">Storm &amp; rain reach the coast</a></p><p>Waves.</p>'
    const picture = '<p><img src="/a.png">Storm &amp; rain reach the coast</p><p>Waves.</p>'

    for (const contentHtml of [link, picture])
      expect(draft({ contentHtml }).contentText).toBe('Storm & rain reach the coast\n\nWaves.')
  })

  it.each([
    ['<h3>Storm &amp; rain reach the coast</h3><h4>Schools close</h4><p>Waves.</p>', 'Waves.'],
    ['<p>Waves.</p><h2>Schools</h2><p>They close.</p>', 'Waves. They close.'],
    ['<h2>Schools close</h2>', 'Schools close'],
    ['<h2>Schools close</h2><p>…</p>', 'Schools close …'],
    ['<p>Storm &amp; rain reach the coast. Waves.</p>', 'Waves.'],
    ['<p>Storm &amp; rain reach the coast! </p><p>Waves.</p>', 'Waves.'],
    ['<p>Storm &amp; rain reach the coast. and go.</p>', 'Storm & rain reach the coast. and go.'],
    ['<figure><img src="/a.jpg"><figcaption>The pier</figcaption></figure><p>Waves.</p>', 'Waves.'],
    ['<figure><img src="/a.jpg"><figcaption>The pier</figcaption></figure>', 'The pier'],
    ['<iframe src="https://player.vimeo.com/video/1"></iframe><p>Waves.</p>', 'Waves.'],
    ['<iframe src="https://player.vimeo.com/video/1"></iframe>', 'Video (Vimeo)'],
    [
      '<p>Storm &amp; rain reach the coast today.</p><p>Waves.</p>',
      'Storm & rain reach the coast today. Waves.',
    ],
  ])('has a summary without the title, headings and captions: %s', (contentHtml, summary) => {
    expect(draft({ contentHtml }).summary).toBe(summary)
  })

  it.each([
    ['<p>&nbsp;</p>', '<p>It rains.</p>'],
    ['null', '<p>It rains.</p>'],
    ['<img src="/a.jpg">', '<img src="https://www.paper.example/a.jpg" loading="lazy">\n<p>It rains.</p>'],
  ])('has the text of the summary where the content is %s', (contentHtml, html) => {
    const written = draft({ contentHtml, summaryHtml: '<p>It rains.</p>' })

    expect(written).toMatchObject({ contentHtml: html, contentText: 'It rains.', summary: 'It rains.' })
  })

  it('has a title made of the address where it has neither title nor text', () => {
    const nothing = {
      title: 'null',
      contentHtml: 'undefined',
      url: 'https://paper.example/2026/storm-on-the-coast',
    }

    expect(draft(nothing).title).toBe('Storm on the coast')
  })

  it('has no time where seconds were taken for milliseconds', () => {
    const publishedAt = Date.UTC(1970, 0, 21, 9, 34)

    expect(draft({ publishedAt })).toMatchObject({ publishedAt: NOW, isTimeStated: false })
  })

  it('says in our form what the entry says', () => {
    const made = draft({
      author: 'desk@paper.example (Anna Lind)',
      tags: ['Weather', '<b>Norway</b>', 'weather', ' '],
      commentsUrl: '/storm/comments',
      enclosures: [{ url: '/storm.mp3', mimeType: 'Audio/MPEG; x=y', bytes: 123 }],
      engagement: { points: 12.4, comments: null },
    })

    expect(made).toMatchObject({
      url: 'https://www.paper.example/storm?id=7',
      title: 'Storm & rain reach the coast',
      summary: 'The storm has reached the coast. Schools stay closed.',
      contentHtml: '<p>The storm has <em>reached</em> the coast.</p><p>Schools stay closed.</p>',
      contentText: 'The storm has reached the coast.\n\nSchools stay closed.',
      author: 'Anna Lind',
      category: 'world',
      region: 'no',
      language: 'en',
      tags: ['Weather', 'Norway'],
      publishedAt: NOW - DAY_MS,
      imageUrl: null,
      commentsUrl: 'https://www.paper.example/storm/comments',
      enclosures: [{ url: 'https://www.paper.example/storm.mp3', mimeType: 'audio/mpeg', bytes: 123 }],
      engagement: { points: 12, comments: null },
      wordCount: 9,
      readingMinutes: 1,
    })
  })

  it('has another content hash only where title, summary or content changed', () => {
    const { contentHash } = draft()

    expect(
      draft({ author: 'B', tags: ['x'], publishedAt: 1e12, url: 'https://x.example/' }).contentHash,
    ).toBe(contentHash)
    expect(draft({ title: 'Storm' }).contentHash).not.toBe(contentHash)
    expect(draft({ summaryHtml: 'Another.' }).contentHash).not.toBe(contentHash)
    expect(draft({ contentHtml: `${ENTRY.contentHtml}<hr>` }).contentHash).not.toBe(contentHash)
  })

  it('has no summary where that says its title once more, whatever its case and punctuation', () => {
    const title = 'Storm reaches the coast'

    expect(draft({ title, contentHtml: '<p>STORM reaches the coast.</p>' })).toMatchObject({
      title,
      summary: '',
      contentText: 'STORM reaches the coast.',
    })
    expect(draft({ title: '', contentHtml: '<p>Storm reaches the coast.</p>' })).toMatchObject({
      title: 'Storm reaches the coast.',
      summary: '',
    })
    expect(draft({ title, contentHtml: '<p>Storm reaches the coast at noon.</p>' }).summary).toBe(
      'Storm reaches the coast at noon.',
    )
  })

  it('takes its summary from the text where the stated one says its title once more', () => {
    const contentHtml = '<p>Schools stay closed.</p>'

    expect(draft({ title: 'Storm', summaryHtml: '<p>storm!</p>', contentHtml }).summary).toBe(
      'Schools stay closed.',
    )
  })

  it('takes its summary from what the entry calls so, its content from the longer text', () => {
    expect(draft({ summaryHtml: '<p>In <b>short</b>.</p>' })).toMatchObject({
      summary: 'In short.',
      contentText: 'The storm has reached the coast.\n\nSchools stay closed.',
    })
    expect(draft({ summaryHtml: '<p>All there is.</p>', contentHtml: '<img>' })).toMatchObject({
      summary: 'All there is.',
      contentHtml: '<p>All there is.</p>',
    })
    expect(draft({ summaryHtml: '<img src=/x.png>' }).summary).toBe(
      'The storm has reached the coast. Schools stay closed.',
    )
  })

  it('has a title even where the entry has none', () => {
    expect(draft({ title: ' <br> ' }).title).toBe('The storm has reached the coast. Schools stay closed.')
    expect(draft({ title: '', contentHtml: undefined }).title).toBe('https://www.paper.example/storm?id=7')
  })

  it('does not say again what its title was made of', () => {
    const contentHtml = `<p>The storm has reached the coast. ${'Schools stay closed. '.repeat(4)}</p>`
    const untitled = draft({ title: '', contentHtml })

    expect(untitled.title).toBe(
      'The storm has reached the coast. Schools stay closed. Schools stay closed. Schools stay closed.',
    )
    expect(untitled.summary).toBe('Schools stay closed.')
  })

  it('has a title that is too long for one as its text, with links, if there is no other', () => {
    const sentence = 'The storm has <a href="https://sea.example/">reached</a> the coast. '
    const long = { title: sentence.repeat(20), summaryHtml: undefined, contentHtml: undefined }

    expect(draft(long)).toMatchObject({
      title:
        'The storm has reached the coast. The storm has reached the coast. The storm has reached the coast.',
      contentText: 'The storm has reached the coast. '.repeat(20).trim(),
      contentHtml: expect.stringContaining('href="https://sea.example/"') as string,
    })
    expect(draft({ ...long, summaryHtml: 'It is loud.' }).contentText).toBe('It is loud.')
  })

  it('links to the site where the entry links nowhere, and shows no secrets of site and feed', () => {
    expect(draft({ url: undefined }).url).toBe('https://paper.example/')
    const site = { ...FEED, siteUrl: 'https://paper.example/?token=abc&a=1' }
    expect(draft({ url: undefined }, site).url).toBe('https://paper.example/?token=hidden&a=1')
    expect(draft({ url: undefined }, NO_SITE).url).toBe('https://paper.example/feed?token=hidden&format=rss')
    expect(draft({ url: 'javascript:x' }).url).toBe('https://paper.example/')
  })

  it.each([
    ['Anna Lind', 'Anna Lind'],
    ['By Anna Lind', 'Anna Lind'],
    ['Written by: Anna Lind', 'Anna Lind'],
    ['Bye Lind', 'Bye Lind'],
    ['Anna Lind <anna@paper.example>', 'Anna Lind'],
    ['anna@paper.example (Anna Lind)', 'Anna Lind'],
    ['anna@paper.example (Anna Lind), bo@paper.example (Bo Berg)', 'Anna Lind, Bo Berg'],
    ['anna@paper.example', null],
    ['mailto:anna@paper.example', null],
    ['&lt;b&gt;Anna&lt;/b&gt; &amp; Bo', 'Anna & Bo'],
    ['Anna Lind; Bo Berg;', 'Anna Lind; Bo Berg'],
    ['admin', null],
    ['noreply@blogger.com (Unknown)', null],
    ['Site Admin', null],
    ['Admina Lind', 'Admina Lind'],
    ['??? ???', null],
    ['By', 'By'],
    [' ', null],
  ])('names the author of %j as %j', (author, name) => {
    expect(draft({ author }).author).toBe(name)
  })

  it.each([
    'Uncategorized',
    'Allgemein',
    'Sin categoría',
    'Без рубрики',
    '未分类',
    'https://kinds.example/2007#video',
  ])('has no tag %j, which names no subject', (tag) => {
    expect(draft({ tags: [tag, 'Weather'] }).tags).toEqual(['Weather'])
  })

  it('has tags without the sign of hashtags', () => {
    const tags = ['#Weather', 'weather', '##Sea', 'C#', '#1', '#']

    expect(draft({ tags }).tags).toEqual(['Weather', 'Sea', 'C#', '#1', '#'])
  })

  it('has the language of its title alone where the text repeats it', () => {
    const title = 'Nokia unveils slimmer Lumia'

    expect(draft({ title, summaryHtml: `<b>${title}</b>`, contentHtml: undefined }).language).toBe('en')
  })

  it.each(['…', '!!!', '^ ^', '🌊'])('has no summary without a word: %s', (summaryHtml) => {
    expect(draft({ summaryHtml, contentHtml: undefined }).summary).toBe('')
  })

  it('knows no size of a file where software writes 0 or 1', () => {
    const enclosures = [0, 1, 2].map((bytes) => ({ url: `/${bytes}.mp3`, mimeType: 'audio/mpeg', bytes }))

    expect(draft({ enclosures }).enclosures.map(({ bytes }) => bytes)).toEqual([null, null, 2])
  })

  it('has the best image: stated, attached, or the first of the text', () => {
    const contentHtml = '<img src="/p.gif" width="1"><img src="/in-text.jpg">'
    const enclosures = [{ url: 'https://cdn.example/a.jpg', mimeType: 'image/jpeg', bytes: null }]

    expect(draft({ contentHtml }).imageUrl).toBe('https://www.paper.example/in-text.jpg')
    expect(draft({ contentHtml, enclosures }).imageUrl).toBe('https://cdn.example/a.jpg')
    expect(draft({ contentHtml, enclosures, imageUrl: '/stated.jpg' }).imageUrl).toBe(
      'https://www.paper.example/stated.jpg',
    )
    expect(draft({ contentHtml, imageUrl: 'data:image/png;base64,x' }).imageUrl).toBe(
      'https://www.paper.example/in-text.jpg',
    )
  })

  it('has counts as whole numbers from 0, or none', () => {
    expect(draft({ engagement: { points: -3, comments: Number.NaN } }).engagement).toBeNull()
    expect(draft({ engagement: { points: 0, comments: Infinity } }).engagement).toEqual({
      points: 0,
      comments: null,
    })
    expect(
      draft({ enclosures: [{ url: 'https://x.example/a', mimeType: 'x', bytes: 0 }] }).enclosures,
    ).toEqual([{ url: 'https://x.example/a', mimeType: null, bytes: null }])
  })

  it('has the language of its text where a feed states that of its template', () => {
    const german = {
      title: 'Sturm erreicht die Küste',
      contentHtml: 'Der Sturm hat die Küste erreicht, und die Schulen bleiben geschlossen.',
    }

    expect(draft(german).language).toBe('de')
    expect(draft({ ...german, language: 'de-AT' }).language).toBe('de')
    expect(draft({ title: 'Ja', contentHtml: undefined, language: 'da' }).language).toBe('da')
  })
})

describe('the time of an entry', () => {
  it.each([
    ['what it states', { publishedAt: NOW - 5 }, NOW - 5],
    ['its last change where it states nothing else', { publishedAt: undefined, updatedAt: NOW - 7 }, NOW - 7],
    ['unknown where it states nothing', { publishedAt: undefined }, undefined],
    ['unknown in the future', { publishedAt: NOW + 1 }, undefined],
    ['unknown at the beginning of time', { publishedAt: 0 }, undefined],
    ['unknown before it', { publishedAt: Date.UTC(1899, 0, 1) }, undefined],
    ['unknown where it is no number', { publishedAt: Number.NaN }, undefined],
  ])('is %s', (_, entry, at) => {
    expect(statedTime({ ...ENTRY, ...entry }, NOW)).toBe(at)
    expect(draft(entry).publishedAt).toBe(at ?? NOW)
    expect(draft(entry).publishedAt).toBe(at ?? NOW)
  })
})

describe('any entry', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      ' ',
      '\uD800',
      '\u0000',
      '<',
      '&',
      '😀',
      '<p>',
      '&lt;script&gt;',
      ']]>',
      'http://',
      '%',
      '#',
    ),
    fc
      .array(
        fc.constantFrom('<b>', '</b>', 'a ', '雨', '&#0;', '\uDC00', '<a href=//x>', '&amp;', '\u202E', '"'),
        { maxLength: 20 },
      )
      .map((parts) => parts.join('')),
  )
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const number = fc.oneof(fc.double(), fc.integer())
  const anyEntry: fc.Arbitrary<Entry> = fc.record({
    guid: maybe(text),
    url: maybe(fc.oneof(text, fc.webUrl())),
    title: text,
    summaryHtml: maybe(text),
    contentHtml: maybe(text),
    author: maybe(text),
    tags: fc.array(text, { maxLength: 30 }),
    publishedAt: maybe(number),
    updatedAt: maybe(number),
    imageUrl: maybe(text),
    commentsUrl: maybe(text),
    enclosures: fc.array(fc.record({ url: text, mimeType: fc.option(text), bytes: fc.option(number) }), {
      maxLength: 3,
    }),
    engagement: maybe(fc.record({ points: fc.option(number), comments: fc.option(number) })),
    language: maybe(text),
  })

  it('gives a draft within every bound', () => {
    const address = /^https?:\/\/[^\s"<>]+$/

    fc.assert(
      fc.property(anyEntry, (entry) => {
        const made = draft(entry)

        expect(made.title).not.toBe('')
        expect(made.title.length).toBeLessThanOrEqual(500)
        expect(made.summary.length).toBeLessThanOrEqual(300)
        expect(made.tags.length).toBeLessThanOrEqual(20)
        expect(made.tags.every((tag) => tag.length > 0 && tag.length <= 60)).toBe(true)
        expect(made.url).toMatch(address)
        expect(made.imageUrl ?? made.url).toMatch(address)
        expect(made.commentsUrl ?? made.url).toMatch(address)
        expect(made.publishedAt).toBeGreaterThan(0)
        expect(made.publishedAt).toBeLessThanOrEqual(NOW)
        expect(Number.isSafeInteger(made.publishedAt)).toBe(true)
        expect(`${made.title}${made.summary}${made.author}${made.tags.join('')}`).not.toMatch(
          /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u,
        )
        expect(draft(entry)).toEqual(made)
      }),
      { numRuns: 1_100 },
    )
  })

  it.each([
    'x',
    'word ',
    '<b>',
    '&amp;',
    '😀',
    '\uD800',
    '\u0000',
    '<',
    '雨',
    'a@b.c ',
    'The post x ',
    ' | ',
    '=',
    '\n',
  ])('costs in proportion, however large: %j', (shape) => {
    const normalized = (size: number) => {
      const large = shape.repeat(size / shape.length)
      return draft({
        guid: large,
        url: `https://paper.example/${large}`,
        title: large,
        summaryHtml: large,
        contentHtml: large,
        author: large,
        tags: [large, large],
        imageUrl: large,
        language: large,
      })
    }

    expect(costGrowth(normalized, 100_000)).toBeLessThan(FAR_FROM_QUADRATIC)
  })
})
