import { describe, expect, it } from 'vitest'
import { anEntry } from '../../../test/an-entry.ts'
import { fc } from '../../../test/properties.ts'
import type { Entry } from '../../model/entry.ts'
import { identifyEntries } from './identify.ts'

const SOURCE = { id: 'paper' }
const FEED = { siteUrl: 'https://paper.example/' }

/** A report of a storm, with some parts changed. */
function aStorm(changes: Partial<Entry> = {}): Entry {
  return anEntry({ url: 'https://paper.example/storm', title: 'Storm reaches the coast', ...changes })
}

const identify = (...entries: Entry[]) => identifyEntries(entries, SOURCE, FEED)
const keys = (...entries: Entry[]) => identify(...entries).map(({ key }) => key)
const titles = (...entries: Entry[]) => identify(...entries).map(({ entry }) => entry.title)

describe('discussions of a page', () => {
  const discussed = (id: number, changes: Partial<Entry> = {}): Entry =>
    aStorm({
      guid: `t${id}`,
      title: `Storm, as ${id} calls it`,
      publishedAt: id,
      commentsUrl: `https://talk.example/${id}`,
      ...changes,
    })

  it('of another site are about one article, told by the one that began first', () => {
    expect(identify(discussed(3), discussed(1), discussed(2))).toMatchObject([
      { key: 'https://paper.example/storm', entryKey: 't1' },
    ])
    const dateless = { publishedAt: undefined }
    expect(titles(discussed(5, dateless), discussed(4, dateless))).toEqual(['Storm, as 5 calls it'])
  })

  it('of the same site are articles, as the comments of a page of short news are', () => {
    const own = (id: number) => ({ commentsUrl: `https://www.paper.example/comments/${id}` })

    expect(identify(discussed(1, own(1)), discussed(2, own(2)))).toHaveLength(2)
  })

  it('are none where a feed proxy stands before the site itself', () => {
    const proxied = (id: number) => discussed(id, { url: 'http://feeds.feedburner.com/~r/talk/~3/1/storm' })

    expect(identify(proxied(1), proxied(2))).toHaveLength(2)
  })

  it('that link to parts of it are articles', () => {
    const part = (id: number) => discussed(id, { url: `https://paper.example/2026/08#${id}` })

    expect(identify(part(1), part(2))).toHaveLength(2)
  })
})

describe('an entry', () => {
  it('is known by its canonical address and its guid', () => {
    const [one] = identify(aStorm({ url: 'http://www.paper.example/storm/?utm_source=rss', guid: ' tag:1 ' }))

    expect(one).toMatchObject({ key: 'https://paper.example/storm', entryKey: 'tag:1' })
  })

  it('is known by a hash of link and title where it has no guid of its own', () => {
    const [first, second] = identify(
      aStorm({ url: 'https://paper.example/a', guid: 'same' }),
      aStorm({ url: 'https://paper.example/b', guid: 'same' }),
    )

    expect(first?.entryKey).toMatch(/^#/)
    expect(second?.entryKey).toMatch(/^#/)
    expect(first?.entryKey).not.toBe(second?.entryKey)
    expect(identify(aStorm())[0]?.entryKey).toMatch(/^#/)
  })

  it('is known by its guid, else by its words where it links nowhere', () => {
    const [byGuid] = identify(aStorm({ url: undefined, guid: 'g1' }))
    const [byTitle] = identify(aStorm({ url: undefined, summaryHtml: 'one' }))
    const [other] = identify(aStorm({ url: undefined, summaryHtml: 'two' }))

    expect(byGuid?.key).toMatch(/^entry:paper:[\w-]{27}$/)
    expect(new Set([byGuid?.key, byTitle?.key, other?.key]).size).toBe(3)
    expect(identify(aStorm({ url: undefined, guid: 'g1', title: 'Edited' }))[0]?.key).toBe(byGuid?.key)
    expect(identifyEntries([aStorm({ url: undefined, guid: 'g1' })], { id: 'other' }, FEED)[0]?.key).not.toBe(
      byGuid?.key,
    )
  })

  it('that links to the site alone is no article of that address', () => {
    const [one] = identify(aStorm({ url: 'https://www.paper.example/#rss', guid: 'note-1' }))

    expect(one?.key).toMatch(/^https:\/\/paper\.example\/#[\w-]{27}$/)
    expect(keys(aStorm({ url: 'https://other.example/' }))).toEqual(['https://other.example/'])
  })

  it('has another hash as soon as anything of it changes', () => {
    const entry = aStorm({ guid: '1', summaryHtml: 'a', tags: ['x'] })
    const hash = identify(entry)[0]?.entryHash
    const changes: Partial<Entry>[] = [
      { title: 'b' },
      { summaryHtml: 'b' },
      { contentHtml: 'a', summaryHtml: undefined },
      { tags: ['x', 'y'] },
      { author: 'b' },
      { publishedAt: 1 },
      { engagement: { points: 1, comments: null } },
      { enclosures: [{ url: 'https://paper.example/a.mp3', mimeType: null, bytes: null }] },
    ]

    const hashes = changes.map((change) => identify({ ...entry, ...change })[0]?.entryHash)

    expect(identify({ ...entry })[0]?.entryHash).toBe(hash)
    expect(new Set([hash, ...hashes]).size).toBe(changes.length + 1)
  })
})

describe('entries of one document', () => {
  it('that are the same article are given once, in the later version', () => {
    expect(
      titles(
        aStorm({ guid: '1', title: 'Old headline', publishedAt: 1 }),
        aStorm({ guid: '1', title: 'New headline', publishedAt: 1, updatedAt: 2 }),
      ),
    ).toEqual(['New headline'])
    expect(
      titles(
        aStorm({ guid: '1', title: 'New headline', updatedAt: 2 }),
        aStorm({ guid: '1', title: 'Old headline', updatedAt: 1 }),
      ),
    ).toEqual(['New headline'])
  })

  it('with the same link and title are given once, whatever their guids', () => {
    expect(
      keys(aStorm({ guid: '1' }), aStorm({ guid: '2', url: 'http://paper.example/storm?utm_medium=x' })),
    ).toEqual(['https://paper.example/storm'])
  })

  it('without links are episodes of their own where guid and time, or guid and file, differ', () => {
    const episode = (id: number, publishedAt: number, file = 'show.mp3') =>
      anEntry({
        guid: `episode-${id}`,
        title: 'The weekly show',
        publishedAt,
        enclosures: [{ url: `https://media.example/${file}`, mimeType: 'audio/mpeg', bytes: 9 }],
      })

    expect(identify(episode(1, 1, '1.mp3'), episode(2, 2, '2.mp3'), episode(3, 3, '3.mp3'))).toHaveLength(3)
    expect(identify(episode(1, 1), episode(2, 2))).toHaveLength(2)
    expect(identify(episode(1, 1, '1.mp3'), episode(2, 1, '2.mp3'))).toHaveLength(2)
    expect(identify(episode(1, 1), episode(2, 1))).toHaveLength(1)
  })

  it('with a link of their own are one where a file is put up again', () => {
    const again = (guid: string, publishedAt: number) =>
      aStorm({
        guid,
        publishedAt,
        enclosures: [{ url: `https://media.example/${guid}.mp3`, mimeType: null, bytes: null }],
      })

    expect(identify(again('1', 1), again('2', 2))).toHaveLength(1)
  })

  it('of one title and link are events of their own where there are many, each with its time and text', () => {
    const event = (id: number, changes: Partial<Entry> = {}) =>
      aStorm({
        title: 'Pier is down',
        guid: `${id}`,
        publishedAt: id,
        summaryHtml: `For ${id} s.`,
        ...changes,
      })

    expect(titles(event(4), event(3, { title: 'Pier is up' }), event(2), event(1))).toHaveLength(4)
    expect(identify(event(2), event(1))).toHaveLength(1)
    expect(identify(...[3, 2, 1].map((id) => event(id, { summaryHtml: 'Again.' })))).toHaveLength(1)
    expect(identify(...[3, 2, 1].map((id) => event(id, { guid: 'pier' })))).toHaveLength(1)
    const episode = (id: number) =>
      event(id, {
        summaryHtml: 'The news of the hour.',
        enclosures: [{ url: `https://media.example/${id}.mp3`, mimeType: 'audio/mpeg', bytes: 9 }],
      })
    expect(identify(episode(3), episode(2), episode(1))).toHaveLength(3)
    expect(identify(episode(2), episode(1))).toHaveLength(1)
  })

  it('that are different articles on one page are all kept', () => {
    const page = 'https://paper.example/notes'

    const byGuid = keys(
      aStorm({ url: page, guid: '1', title: 'One' }),
      aStorm({ url: page, guid: '2', title: 'Two' }),
      aStorm({ guid: '3' }),
    )
    const byFragment = keys(
      aStorm({ url: `${page}#one`, title: 'Update' }),
      aStorm({ url: `${page}#two`, title: 'Update' }),
    )
    const byTitle = keys(aStorm({ url: page, title: 'One' }), aStorm({ url: page, title: 'Two' }))

    for (const found of [byGuid.slice(0, 2), byFragment, byTitle]) {
      expect(new Set(found).size).toBe(2)
      expect(found.every((key) => key.startsWith(`${page}#`))).toBe(true)
    }
    expect(byGuid[2]).toBe('https://paper.example/storm')
  })

  it('are articles of their own where they are comments, beside that of their page', () => {
    const comment = (part: string, guid?: string) =>
      aStorm({ url: `https://www.paper.example/storm/#${part}`, guid, title: 'By a reader' })
    const storm = 'https://paper.example/storm'

    expect(keys(aStorm(), comment('comment-1', 'a'), comment('comment-2', 'b'))).toEqual([
      storm,
      `${storm}#comment-1`,
      `${storm}#comment-2`,
    ])
    for (const part of ['c7', 'p123', 'post-5', 'note_9', 'issuecomment-4', 'discussion_r6', 'reply8'])
      expect(keys(comment(part))).toEqual([`${storm}#${part}`])
    for (const part of ['comments', 'comment-form', 'xtor=RSS-1', 'top', '1', 'h2'])
      expect(keys(comment(part))).toEqual([storm])
  })

  it('are left out where they neither say nor lead to anything', () => {
    const empty = { url: undefined, title: ' ' }
    const picture = 'https://paper.example/a.jpg'

    expect(identify(aStorm(empty), aStorm({ ...empty, guid: 'a', publishedAt: 1, tags: ['Sea'] }))).toEqual(
      [],
    )
    expect(identify(aStorm({ title: '', url: FEED.siteUrl }))).toEqual([])
    expect(identify(aStorm({ title: '' }))).toHaveLength(1)
    expect(identify(aStorm({ ...empty, guid: 'https://paper.example/?p=1' }))).toHaveLength(1)
    expect(identify(aStorm({ ...empty, summaryHtml: 'A storm.' }))).toHaveLength(1)
    expect(identify(aStorm({ ...empty, imageUrl: picture }))).toHaveLength(1)
  })

  it('keep the identity that they had when others of their page go', () => {
    const page = 'https://paper.example/notes'
    const one = aStorm({ url: page, guid: '1', title: 'One' })
    const two = aStorm({ url: page, guid: '2', title: 'Two' })
    const three = aStorm({ url: page, guid: '3', title: 'Three' })

    expect(keys(one, two)[1]).toBe(keys(two, three)[0])
  })

  it('that all have one guid are all kept', () => {
    const guid = 'https://paper.example/'

    expect(titles(...['A', 'B', 'C'].map((title) => aStorm({ guid, title })))).toEqual(['A', 'B', 'C'])
    expect(titles(...['A', 'B'].map((title) => aStorm({ guid, title, url: guid })))).toEqual(['A', 'B'])
    expect(titles(...['A', 'B'].map((title) => aStorm({ guid, title, url: undefined })))).toEqual(['A', 'B'])
  })

  it('stay in the order of the document', () => {
    expect(
      titles(
        aStorm({ url: 'https://paper.example/c', title: 'C' }),
        aStorm({ url: 'https://paper.example/a', title: 'A' }),
        aStorm({ url: 'https://paper.example/c', title: 'C2', guid: 'c' }),
        aStorm({ url: 'https://paper.example/b', title: 'B' }),
      ),
    ).toEqual(['C', 'A', 'C2', 'B'])
  })

  it('never share a key or an entry key, whatever they hold, and the first and only ones stay', () => {
    const text = fc.oneof(
      fc.constantFrom('', ' ', 'a', 'b', '\uD800', '\uD801', '\u0000'),
      fc.string({ unit: 'binary' }),
    )
    const url = fc.oneof(
      fc.constantFrom(
        'https://paper.example/',
        'https://paper.example/a',
        'https://paper.example/a#x',
        'https://paper.example/a#c1',
        'https://paper.example/a#c2',
        'nonsense',
      ),
      fc.webUrl({ withFragments: true }),
    )
    const entry = fc
      .record({
        guid: fc.option(text, { nil: undefined }),
        url: fc.option(url, { nil: undefined }),
        title: text,
        summaryHtml: fc.option(text, { nil: undefined }),
        publishedAt: fc.option(fc.nat(3), { nil: undefined }),
      })
      .map(aStorm)

    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        const found = identify(...entries)

        const stored = (text: string) => Buffer.from(text).toString('hex')
        expect(new Set(found.map(({ key }) => stored(key))).size).toBe(found.length)
        expect(new Set(found.map(({ entryKey }) => stored(entryKey))).size).toBe(found.length)
        const saying = entries.filter(({ title }) => title.trim() !== '')
        expect(found.length).toBeGreaterThanOrEqual(Math.min(1, saying.length))
        expect(identify(...found.map(({ entry }) => entry)).length).toBe(found.length)
      }),
      { numRuns: 2_000 },
    )
  })
})
