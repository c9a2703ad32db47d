import { describe, expect, it } from 'vitest'
import { cleanText, decodeReferences, foldSpace, oneLine } from './text-of-html.ts'

describe('clean text', () => {
  it('has nothing in it that is never seen', () => {
    expect(cleanText('a\u0000\u0007b\u202Ec\u2066d\u2069\u200Be\uFEFF\u00ADf\uFFFFg')).toBe('abcdefg')
  })

  it('keeps lines, joiners, and characters of every plane', () => {
    const text = 'a\n\tb می‌خواهم 👩‍🚀 𠮷 🏴󠁧󠁢󠁥󠁮󠁧󠁿'

    expect(cleanText(text)).toBe(text)
  })

  it('is composed, so that equal texts are equal', () => {
    expect(cleanText('Zu\u0308rich')).toBe('Zürich')
  })

  it('can be written in UTF-8', () => {
    expect(cleanText('a\uD800b\uDC00c😀')).toBe('a\uFFFDb\uFFFDc😀')
  })
})

describe('one line', () => {
  it('has single spaces and none at its ends', () => {
    expect(oneLine(' \n a\u00A0\u2003b \t\r\n c ')).toBe('a b c')
    expect(foldSpace('a b  c\nd')).toBe('a b c d')
  })
})

describe('character references', () => {
  it('are decoded once', () => {
    expect(decodeReferences('&amp;lt; &#8217; &eacute; AT&T')).toBe('&lt; ’ é AT&T')
  })
})
