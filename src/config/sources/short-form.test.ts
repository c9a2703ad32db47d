import { describe, expect, it } from 'vitest'
import { resolveShortForm } from './short-form.ts'

describe('short forms', () => {
  it.each([
    [
      'youtube:UCabcdefghijklmnopqrstuv',
      'feed',
      'https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnopqrstuv',
    ],
    ['youtube:PLabcdefghijkl', 'feed', 'https://www.youtube.com/feeds/videos.xml?playlist_id=PLabcdefghijkl'],
    ['youtube:@tides', 'feed', 'https://www.youtube.com/@tides'],
    ['https://www.youtube.com/@tides/videos', 'feed', 'https://www.youtube.com/@tides'],
    [
      'https://m.youtube.com/channel/UCabcdefghijklmnopqrstuv',
      'feed',
      'https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnopqrstuv',
    ],
    [
      'https://www.youtube.com/playlist?list=PLabcdefghijkl',
      'feed',
      'https://www.youtube.com/feeds/videos.xml?playlist_id=PLabcdefghijkl',
    ],
    ['github:sea/tides', 'feed', 'https://github.com/sea/tides/releases.atom'],
    ['github:sea/tides/tags', 'feed', 'https://github.com/sea/tides/tags.atom'],
    ['github:sea/tides/commits/main', 'feed', 'https://github.com/sea/tides/commits/main.atom'],
    ['github:sea', 'feed', 'https://github.com/sea.atom'],
    ['https://github.com/sea/tides/', 'feed', 'https://github.com/sea/tides/releases.atom'],
    ['mastodon:@ann@sea.example', 'feed', 'https://sea.example/@ann.rss'],
    ['mastodon:ann@sea.example', 'feed', 'https://sea.example/@ann.rss'],
    ['mastodon:#tides@sea.example', 'feed', 'https://sea.example/tags/tides.rss'],
    ['https://sea.example/@ann', 'feed', 'https://sea.example/@ann.rss'],
    ['mastodon:#日本@sea.example', 'feed', 'https://sea.example/tags/%E6%97%A5%E6%9C%AC.rss'],
    ['mastodon:@ann@münchen.example', 'feed', 'https://xn--mnchen-3ya.example/@ann.rss'],
    ['reddit:r/sea+tides', 'reddit', 'https://www.reddit.com/r/sea+tides'],
    ['reddit:r/sea', 'reddit', 'https://www.reddit.com/r/sea'],
    ['reddit:sea/top', 'reddit', 'https://www.reddit.com/r/sea/top'],
    ['reddit:u/ann', 'reddit', 'https://www.reddit.com/user/ann'],
    ['https://old.reddit.com/r/sea/top/?t=week', 'reddit', 'https://old.reddit.com/r/sea/top/?t=week'],
    ['bluesky:@Ann.bsky.social', 'feed', 'https://bsky.app/profile/ann.bsky.social/rss'],
    ['bluesky:ann.example', 'feed', 'https://bsky.app/profile/ann.example/rss'],
    [
      'bluesky:did:plc:z72i7hdynmk6r22z27h6tvur',
      'feed',
      'https://bsky.app/profile/did:plc:z72i7hdynmk6r22z27h6tvur/rss',
    ],
    ['https://bsky.app/profile/ann.example', 'feed', 'https://bsky.app/profile/ann.example/rss'],
    ['lemmy:tides@sea.example', 'feed', 'https://sea.example/feeds/c/tides.xml?sort=New'],
    ['lemmy:!tides@sea.example', 'feed', 'https://sea.example/feeds/c/tides.xml?sort=New'],
    ['lemmy:@ann@sea.example', 'feed', 'https://sea.example/feeds/u/ann.xml?sort=New'],
    ['substack:Tides', 'feed', 'https://tides.substack.com/feed'],
    ['podcast:1200361736', 'feed', 'https://itunes.apple.com/lookup?id=1200361736&entity=podcast'],
    [
      'https://podcasts.apple.com/us/podcast/the-tides/id1200361736?l=de',
      'feed',
      'https://itunes.apple.com/lookup?id=1200361736&entity=podcast',
    ],
    ['hn:new?points=100', 'hacker-news', 'https://hacker-news.firebaseio.com/v0/newstories.json#points=100'],
    ['hn:top', 'hacker-news', 'https://hacker-news.firebaseio.com/v0/topstories.json'],
    ['HN: show', 'hacker-news', 'https://hacker-news.firebaseio.com/v0/showstories.json'],
    [
      'https://news.ycombinator.com/newest',
      'hacker-news',
      'https://hacker-news.firebaseio.com/v0/newstories.json',
    ],
  ])('%s is a %s', (written, type, url) => {
    expect(resolveShortForm(written)).toMatchObject({ type, url })
  })

  it.each([
    ['hn:top', 'Hacker News'],
    ['hn:best', 'Hacker News best'],
    ['hn:top?points=50', 'Hacker News from 50 points'],
    ['bluesky:ann.example', '@ann.example'],
    ['lemmy:tides@sea.example', '!tides@sea.example'],
    ['reddit:sea', 'r/sea'],
    ['https://www.reddit.com/r/sea/top?t=day', 'r/sea/top'],
    ['github:sea/tides', 'sea/tides'],
    ['github:sea/tides/commits/main', 'sea/tides commits/main'],
    ['mastodon:ann@sea.example', '@ann@sea.example'],
    ['youtube:@tides', '@tides'],
  ])('%s is called %s', (written, name) => {
    expect(resolveShortForm(written)?.name).toBe(name)
  })

  it.each([
    'https://paper.example/',
    'https://github.com/',
    'https://github.com/sea/tides/releases.atom',
    'https://github.com/sea/tides/issues/7',
    'https://www.youtube.com/watch?v=abc',
    'https://www.reddit.com/r/sea/comments/abc/waves/',
    'https://www.reddit.com/r/sea/.rss',
    'https://medium.com/@ann',
    'https://news.ycombinator.com/item?id=1',
    'https://www.youtube.com/@%zz',
    'youtube:some words',
    'github:../../etc',
    'mastodon:ann',
    'mastodon:@ann@localhost',
    'hn:whatever',
    'hn:top?points=many',
    'hn:top?limit=5',
    'bluesky:ann',
    'bluesky:@ann@sea.example',
    'lemmy:tides',
    'lemmy:tides@localhost',
    'substack:the tides',
    'substack:a.b',
    'podcast:the-tides',
    'https://bsky.app/',
    'https://bsky.app/profile/ann.example/post/3k',
    'https://podcasts.apple.com/us/browse',
    'javascript:alert(1)',
    'paper.example',
    '',
  ])('%j is none', (written) => {
    expect(resolveShortForm(written)).toBeUndefined()
  })
})
