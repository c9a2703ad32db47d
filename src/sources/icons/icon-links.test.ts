import { describe, expect, it } from 'vitest'
import { findIconLinks } from './find-icon.ts'

const PAGE = 'https://tide.example/news/'

describe('the icons that a page names', () => {
  it('come with those first that fit a list best', () => {
    const html = `<link rel="icon" href="/16.png" sizes="16x16"><link rel="apple-touch-icon" href="/180.png">
      <link rel="SHORTCUT ICON" href="/favicon.ico"><link rel="icon" href="128.png" sizes="512x512 128x128">`

    expect(findIconLinks(html, PAGE)).toEqual([
      'https://tide.example/news/128.png',
      'https://tide.example/180.png',
      'https://tide.example/favicon.ico',
      'https://tide.example/16.png',
    ])
  })

  it('are those of the page alone, and no vector graphics', () => {
    const html = `<link rel="stylesheet" href="/a.css"><link rel="icon" href="/a.svg"><link rel="mask-icon" href="/m.png">
      <link rel="icon" type="image/svg+xml" href="/b"><!-- <link rel="icon" href="/c.png"> --><link rel="icon" href="javascript:alert(1)">`

    expect(findIconLinks(html, PAGE)).toEqual([])
  })

  it('are not those for dark windows', () => {
    const html = `<link rel="icon" media="(prefers-color-scheme: dark)" href="/white.png">
      <link rel="icon" media="(prefers-color-scheme: light)" href="/black.png">`

    expect(findIconLinks(html, PAGE)).toEqual(['https://tide.example/black.png'])
  })

  it('follow the base of the page', () => {
    const html = '<base href="https://cdn.example/x/"><link rel="icon" href="i.png">'

    expect(findIconLinks(html, PAGE)).toEqual(['https://cdn.example/x/i.png'])
  })
})
