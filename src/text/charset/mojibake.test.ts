import { describe, expect, it } from 'vitest'
import { repairMojibakeText } from './mojibake.ts'

describe('a text that was encoded twice', () => {
  it.each([
    ['cafÃ© and â€œquotesâ€\u009D', 'café and “quotes”'],
    ['plain', 'plain'],
    ['café', 'café'],
    ['ÐœÐ¾Ñ\u0081ÐºÐ²Ð°', 'Москва'],
    ['ÎœÎ¿ÏƒÏ‡Î±', 'Μοσχα'],
    ['Milliarden in Ã–kostrom', 'Milliarden in Ökostrom'],
    ['BeÄ\u008D, das Herz', 'Beč, das Herz'],
    ['ðŸ’¥ news', '💥 news'],
    ['naÅ¡ Zagreb', 'naš Zagreb'],
    ['Å»ycie', 'Życie'],
    ['CAFÉ–BAR, ATÉ AMANHÃ…', 'CAFÉ–BAR, ATÉ AMANHÃ…'],
    ['ATÉ AMANHÃ – DIZ', 'ATÉ AMANHÃ – DIZ'],
    ['HÄMÄ–TAMPERE', 'HÄMÄ–TAMPERE'],
    ['BEYONCÉ’S NEW ALBUM', 'BEYONCÉ’S NEW ALBUM'],
    ['NESCAFÉ® and POKÉ™', 'NESCAFÉ® and POKÉ™'],
    ['it won&acirc;&euro;&trade;t, it can&acirc;€™t&acirc;€&#166;', 'it won’t, it can’t…'],
    ['p&acirc;t&eacute; and &Acirc;ge', 'p&acirc;t&eacute; and &Acirc;ge'],
    ['Platforms of 2023Â – a review.Â It says', 'Platforms of 2023 – a review. It says'],
    ['HÂLÂ NEREDE', 'HÂLÂ NEREDE'],
    ['Der Preis von CAFÉ…', 'Der Preis von CAFÉ…'],
  ])('%j is read as %j', (text, meant) => {
    expect(repairMojibakeText(text)).toBe(meant)
  })

  it('is put right where it stands beside one that was encoded once', () => {
    expect(repairMojibakeText('“La Roma puÃ² vincerle tutte”')).toBe('“La Roma può vincerle tutte”')
    expect(repairMojibakeText('Youâ€™ve published. Now, it’s time')).toBe('You’ve published. Now, it’s time')
  })

  it('is not seen in words that end in Ã', () => {
    expect(repairMojibakeText('«AMANHû – diz ele, “IRMÔ')).toBe('«AMANHû – diz ele, “IRMÔ')
    expect(repairMojibakeText('ÂÃ naïve ’')).toBe('ÂÃ naïve ’')
  })
})
