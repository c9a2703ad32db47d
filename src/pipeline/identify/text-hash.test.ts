import { describe, expect, it } from 'vitest'
import { textHashOf } from './text-hash.ts'

const BASE = [
  'A title',
  'A summary',
  '<p>Some words <img src="/a.png?sig=1" width="9"> and 5 < 6.</p>',
] as const

function hash([title, summaryHtml, contentHtml]: readonly string[]): number {
  return textHashOf({ title: title ?? '', summaryHtml, contentHtml })
}

describe('the hash of a text', () => {
  it.each([
    ['white space', (text: string) => text.replaceAll(' ', '\u00a0\n  ').replaceAll('<img', '<img ')],
    ['markup', (text: string) => text.replace('<p>', '<div class="new"><p>').replace('</p>', '</p></div>')],
    ['the signature of a picture', (text: string) => text.replace('sig=1', 'sig=2')],
    ['the size of a picture', (text: string) => text.replace('width="9"', 'width="8"')],
  ])('stays with another %s', (_, change) => {
    expect(hash(BASE.map(change))).toBe(hash(BASE))
  })

  it.each([
    ['title', (text: string) => text.replace('title', 'headline')],
    ['summary', (text: string) => text.replace('summary', 'gist')],
    ['word', (text: string) => text.replace('Some', 'Other')],
    ['picture', (text: string) => text.replace('a.png', 'b.png')],
    ['end after a sign that begins no tag', (text: string) => text.replace('6.', '7.')],
  ])('changes with another %s', (_, change) => {
    expect(hash(BASE.map(change))).not.toBe(hash(BASE))
  })

  it('tells the parts apart, and is the same in every run', () => {
    expect(hash(['ab', 'c'])).not.toBe(hash(['a', 'bc']))
    expect(hash(['A title', 'A summary', '<b>x'])).toBe(1794170529)
  })
})
