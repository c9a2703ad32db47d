import { describe, expect, it } from 'vitest'
import { readText, termIn, termsOf } from './terms.ts'

describe('the terms of an item', () => {
  it.each([
    ['Links for 2007-10-07', 'Links for 2026-11-22'],
    ['Comic for 07 Oct 2007', 'Comic for 8 October 2007'],
    ['News of October 9, 2007', 'News of May 1st, 2026'],
    ['10/07/07 - Edit maps', '11/22/26 - Edit maps'],
    ['Vom 7. 10. 2007', 'Vom 22.11.2026'],
  ])('leave out when a text was written: "%s" and "%s" have the same', (one, other) => {
    expect(termsOfTitle(one)).toEqual(termsOfTitle(other))
  })

  it.each([
    ['new jobs', 'new job'],
    ['flaws found', 'flaw found'],
    ['shared Wi-Fi', 'shared wifi'],
    ['an e-mail arrives', 'an email arrives'],
    ['rises above 71K', 'rises above 71,000'],
    ['a fund of $1.3 billion', 'a fund of 1,300 million'],
    ['sells 5bn shares', 'sells 5,000,000,000 shares'],
  ])('are the same for two spellings of a word: "%s" and "%s"', (one, other) => {
    expect(termsOfTitle(one)).toEqual(termsOfTitle(other))
  })

  it.each([
    ['Paris votes', 'Pari votes'],
    ['the press', 'the pres'],
    ['blu-ray discs', 'bluray discs'],
    ['version 1.6 of 2026', 'version 1.7 of 2026'],
  ])('differ where the words do: "%s" and "%s"', (one, other) => {
    expect(termsOfTitle(one)).not.toEqual(termsOfTitle(other))
  })
})

function termsOfTitle(title: string): number[] {
  return [...termsOf(readText({ title, summary: '', url: '' }, 1))].map(termIn)
}
