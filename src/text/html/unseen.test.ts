import { describe, expect, it } from 'vitest'
import { sanitize } from './sanitize.ts'

const textOf = (html: string): string => sanitize(html, undefined).text

describe('words that a page does not show', () => {
  it.each([
    '<span class="screen-reader-text"> (opens in a new tab)</span>',
    '<span class="css-1 visually-hidden"> Image source, </span>',
    '<span class="govuk-visually-hidden">, page 2</span>',
    '<span class="VisuallyHidden">now</span>',
    '<strong class="sr-only">Price</strong>',
    '<div style="display:none;font-size:1px;max-height:0">What the letter is about &zwnj; &#847;</div>',
    '<span style="font-size: 0px; mso-hide:all; DISPLAY: none !important">Preview</span>',
  ])('are no part of the text: %s', (unseen) => {
    expect(textOf(`<p>Read the <a href="https://a.example">report${unseen}</a></p>`)).toBe('Read the report')
  })

  it.each([
    ['<div class="spoiler" style="display:none">Ann won.</div>', 'Ann won.'],
    ['<span class="sr-only">Not closed <b>here</b></p><p>More</p>', 'Not closed here\n\nMore'],
    ['<p class="screen-reader-text">One<p>Two</p>', 'One\n\nTwo'],
    ['<div class="sr-only-not">Shown</div>', 'Shown'],
    [`<div class="sr-only">${'long '.repeat(500)}</div>`, 'long '.repeat(500).trim()],
  ])('are not all that looks like them: %.40s', (html, expected) => {
    expect(textOf(html)).toBe(expected)
  })

  it('may be an image', () => {
    expect(sanitize('<img class="sr-only" src="https://a.example/b.jpg"><p>Text</p>', undefined).text).toBe(
      'Text',
    )
  })
})
