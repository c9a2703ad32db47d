import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { readAddressList } from './address-list.ts'

const found = (text: string): (string | undefined)[][] =>
  readAddressList(text).map(({ name, url, category }) => [name, url, category])

const CHANNEL = 'UCabcdefghijklmnopqrstuv'
const CHANNEL_FEED = `https://www.youtube.com/feeds/videos.xml?channel_id=${CHANNEL}`

describe('readAddressList', () => {
  it('reads an address a line, with tags and a title after it', () => {
    const list = [
      '# my feeds',
      '',
      'https://a.example/feed?bridge=X&tags=a,b',
      'https://b.example/rss science "long reads" "~The B, weekly"',
      'feed://c.example/atom !',
      'hn:best?points=100',
      'reddit:r/typescript code',
    ].join('\r\n')

    expect(found(list)).toEqual([
      ['', 'https://a.example/feed?bridge=X&tags=a,b', undefined],
      ['The B, weekly', 'https://b.example/rss', 'science'],
      ['', 'http://c.example/atom', undefined],
      ['', 'hn:best?points=100', undefined],
      ['', 'reddit:r/typescript', 'code'],
    ])
  })

  it.each([
    ['English', 'Channel Id,Channel Url,Channel Title'],
    ['German', 'Kanal-ID,Kanal-URL,Kanaltitel'],
  ])('reads subscriptions of YouTube with a header in %s', (_, header) => {
    const row = `${CHANNEL},http://www.youtube.com/channel/${CHANNEL},"Sea, Sand ""and"" Sun"`

    expect(found(`${header}\n${row}\n\n`)).toEqual([['Sea, Sand "and" Sun', CHANNEL_FEED, undefined]])
  })

  it.each([',', ';', '\t'])(
    'reads tables with %j between addresses and titles, in either order',
    (separator) => {
      const rows = [
        ['https://a.example/feed', 'The A feed'],
        ['https://b.example/feed', 'B'],
      ]
      const table = (cells: string[][]) => cells.map((row) => row.join(separator)).join('\n')
      const expected = rows.map(([url, name]) => [name, url, undefined])

      expect(found(table(rows))).toEqual(expected)
      expect(found(table(rows.map((row) => row.toReversed())))).toEqual(expected)
      expect(found(table([['Title', 'Feed'], ...rows.map((row) => row.toReversed())]))).toEqual(expected)
    },
  )

  it('keeps commas and semicolons that belong to addresses', () => {
    const urls = ['https://a.example/feed?tags=a,b;c', 'https://a.example/feed?tags=c,d;e']

    expect(found(urls.join('\n'))).toEqual(urls.map((url) => ['', url, undefined]))
  })

  it('reads accounts and lists of Mastodon', () => {
    const accounts = 'Account address,Show boosts,Notify on new posts,Languages\nann@a.example,true,false,\n'
    const lists = 'Friends,ann@a.example\nNews & more,@desk@b.example\n'

    expect(found(accounts)).toEqual([['', 'mastodon:@ann@a.example', undefined]])
    expect(found(lists)).toEqual([
      ['', 'mastodon:@ann@a.example', 'Friends'],
      ['', 'mastodon:@desk@b.example', 'News & more'],
    ])
    expect(found('Friends,ann@a.example')).toHaveLength(1)
  })

  it('reads a page of a service as its source', () => {
    const [subreddit, repository] = readAddressList(
      'https://www.reddit.com/r/typescript\nhttps://github.com/owner/project',
    )

    expect(subreddit).toMatchObject({ type: 'reddit', url: 'https://www.reddit.com/r/typescript' })
    expect(repository?.url).toBe('https://github.com/owner/project/releases.atom')
  })

  it('keeps lines without an address, so that they are refused by name', () => {
    expect(
      found(
        'https://a.example/\nhttps://c.example/, https://d.example/\n"query:Unread:unread = yes"\nTitle,,https://b.example/\n',
      ),
    ).toEqual([
      ['', 'https://a.example/', undefined],
      ['https://c.example/, https://d.example/', '', undefined],
      ['"query:Unread:unread = yes"', '', undefined],
      ['Title,,https://b.example/', '', undefined],
    ])
    expect(found('Name,Address\nA,https://a.example/\nB,none')).toEqual([
      ['A', 'https://a.example/', undefined],
      ['B, none', '', undefined],
    ])
  })

  it.each([
    ['nothing', ''],
    ['prose', 'Dear reader,\nsee https://a.example/ and write to ann@a.example.'],
    ['JSON', '[{"feed_url":"https://a.example/feed"},\n"https://b.example/"]'],
    ['a page', '<p>\n<a href="https://a.example/">A</a>'],
  ])('finds no feed in %s', (_, text) => {
    expect(readAddressList(text)).toEqual([])
  })

  it.each(['a,', '"a,', '""', ',"', ' ', 'a@', 'a.', 'https://', '"a" ', 'a\n'])(
    'costs in proportion to the text, whatever it repeats: %j',
    (piece) => {
      expect(costGrowth((size) => readAddressList(piece.repeat(size)), 100_000)).toBeLessThan(
        FAR_FROM_QUADRATIC,
      )
    },
  )
})
