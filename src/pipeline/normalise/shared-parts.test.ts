import { describe, expect, it } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { anEntry } from '../../../test/an-entry.ts'
import type { Entry } from '../../model/entry.ts'
import { entryContext, normalizeEntry } from './normalise.ts'

const FEED = {
  title: 'The Paper',
  siteUrl: 'https://paper.example/',
  language: 'en',
  iconUrl: undefined,
  ttlMs: undefined,
}

const FIVE = [1, 2, 3, 4, 5]
const SIX = [...FIVE, 6]

function drafts(entries: readonly Partial<Entry>[]) {
  const all = entries.map((entry, n) =>
    anEntry({ title: `Title ${n}`, url: `https://paper.example/${n}`, ...entry }),
  )
  const context = entryContext(aSource('paper'), FEED, all, Date.UTC(2026, 2, 4))
  return all.map((entry) => normalizeEntry(entry, context))
}

const pictures = (entries: readonly Partial<Entry>[]) => drafts(entries).map(({ imageUrl }) => imageUrl)

describe('a picture that many entries share', () => {
  const signature = '<p>Text.</p><img src="/sign.png?a=1&amp;b=2">'

  it('is that of none', () => {
    const own = '<img src="/own.jpg">'
    const contents = [signature, signature, `${own}${signature}`, signature, signature, signature, signature]

    expect(pictures(contents.map((contentHtml) => ({ contentHtml })))).toEqual([
      null,
      null,
      'https://paper.example/own.jpg',
      ...Array<null>(4).fill(null),
    ])
  })

  it('gives way to one of the text where it is stated', () => {
    const imageUrl = 'https://cdn.example/logo.png'
    const entries = SIX.map((n) => ({
      imageUrl,
      contentHtml: n === 1 ? '<img src="/own.jpg">' : '<p>Text.</p>',
    }))

    expect(pictures(entries)).toEqual(['https://paper.example/own.jpg', ...FIVE.map(() => imageUrl)])
  })

  it('is the artwork of a podcast', () => {
    const imageUrl = 'https://cdn.example/show.png'
    const enclosures = [{ url: 'https://cdn.example/1.mp3', mimeType: 'audio/mpeg', bytes: null }]

    expect(pictures(SIX.map(() => ({ imageUrl, enclosures })))).toEqual(Array(6).fill(imageUrl))
  })

  it('is theirs where few entries, or few of many, have it', () => {
    const shared = { contentHtml: signature }
    const picture = 'https://paper.example/sign.png?a=1&b=2'

    expect(pictures(FIVE.map(() => shared))).toEqual(Array(5).fill(picture))
    expect(pictures([...Array.from({ length: 13 }, () => ({})), shared, shared, shared, shared])).toContain(
      picture,
    )
  })
})

describe('an address of comments that many entries share', () => {
  const addresses = (entries: readonly Partial<Entry>[]) =>
    drafts(entries).map(({ commentsUrl }) => commentsUrl)
  const commentsUrl = 'https://paper.example/forum'

  it('is that of none', () => {
    const own = 'https://paper.example/1#comments'

    expect(addresses([...SIX.map(() => ({ commentsUrl })), { commentsUrl: own }])).toEqual([
      ...Array<null>(6).fill(null),
      own,
    ])
    expect(addresses(FIVE.map(() => ({ commentsUrl })))).toEqual(Array(5).fill(commentsUrl))
  })
})

describe('a text that many entries share', () => {
  const summaries = (entries: readonly Partial<Entry>[]) => drafts(entries).map(({ summary }) => summary)
  const same = { summaryHtml: 'Fundamental research' }

  it('is no summary, and stays the text', () => {
    const made = drafts([...SIX.map(() => same), { summaryHtml: 'Waves.' }])

    expect(made.map(({ summary }) => summary)).toEqual([...Array<string>(6).fill(''), 'Waves.'])
    expect(made[0]?.contentText).toBe('Fundamental research')
  })

  it('gives way to the beginning of the article', () => {
    const entries = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.'].map((text) => ({
      ...same,
      contentHtml: `<p>${text}</p>`,
    }))

    expect(summaries(entries)).toEqual(['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.'])
  })

  it('is theirs where it is long, is all that they have, or few have it', () => {
    const long = { summaryHtml: 'Waves. '.repeat(60) }
    const alone = { title: '', summaryHtml: 'Good morning' }

    expect(summaries(SIX.map(() => long))[0]).toMatch(/^Waves\./)
    expect(drafts(SIX.map(() => alone))[0]?.title).toBe('Good morning')
    expect(summaries(FIVE.map(() => same))).toEqual(Array(5).fill('Fundamental research'))
  })
})
