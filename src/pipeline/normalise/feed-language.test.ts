import { beforeAll, describe, expect, it } from 'vitest'
import { anEntry } from '../../../test/an-entry.ts'
import type { Entry, FeedInfo } from '../../model/entry.ts'
import { languageOf, loadLanguages } from '../../text/language/language.ts'
import { withFeedLanguage } from './feed-language.ts'

const FEED: FeedInfo = {
  title: 'Haberler',
  siteUrl: undefined,
  language: undefined,
  iconUrl: undefined,
  ttlMs: undefined,
}

const TURKISH = [
  'Merkez Bankası politika faizini yüzde 38’e indirdi',
  'Rize Güneysu’da sel felaketi, evler boşaltıldı',
  'İstanbul’da kar alarmı',
]

describe('the language of a feed', () => {
  beforeAll(loadLanguages)

  it('is that of its titles where it states none, so that short ones have one too', () => {
    const feed = withFeedLanguage(FEED, entriesOf(TURKISH))

    expect(feed.language).toBe('tr')
    expect(languageOf('İstanbul’da kar alarmı', undefined)).toBeNull()
    expect(languageOf('İstanbul’da kar alarmı', feed.language)).toBe('tr')
  })

  it('is that of its titles where a template states another', () => {
    expect(withFeedLanguage({ ...FEED, language: 'en-US' }, entriesOf(TURKISH)).language).toBe('tr')
  })

  it('is what is stated where the titles do not say otherwise', () => {
    const stated = { ...FEED, language: 'tr-TR' }

    expect(withFeedLanguage(stated, entriesOf(TURKISH))).toBe(stated)
    expect(withFeedLanguage(stated, entriesOf(['2:1', 'Reuters']))).toBe(stated)
    expect(withFeedLanguage(stated, [])).toBe(stated)
  })

  it('is what is stated where the texts are written in it, though the titles are names', () => {
    const names = [
      'Northern Trust Bank Outperform',
      'Global Paper Industries Hold',
      'Western Tools Market Perform',
    ]
    const entries = names.map((title) =>
      anEntry({
        title,
        summaryHtml: `<p>Der Analyst hat die Einstufung für ${title} von Buy auf Hold gesenkt.</p>`,
      }),
    )
    const stated = { ...FEED, language: 'de-de' }

    expect(withFeedLanguage(stated, entriesOf(names)).language).toBe('en')
    expect(withFeedLanguage(stated, entries)).toBe(stated)
  })

  it('is read from the beginnings of entries without titles', () => {
    const notes = TURKISH.map((text) => anEntry({ summaryHtml: `<p>${text}</p>` }))

    expect(withFeedLanguage(FEED, notes).language).toBe('tr')
  })
})

function entriesOf(titles: readonly string[]): Entry[] {
  return titles.map((title) => anEntry({ title }))
}
