import { describe, expect, it } from 'vitest'
import { titleOfAddress } from './title-of-address.ts'

describe('the title of an address', () => {
  it.each([
    ['https://a.example/2024/03/ferry-and-tram-share-a-ticket-12345.html', 'Ferry and tram share a ticket'],
    ['https://a.example/news/world-cup_final', 'World cup final'],
    ['https://a.example/stra%C3%9Fen-und-wege/', 'Straßen und wege'],
    ['https://a.example/a-b/c', 'A b'],
    ['https://a.example/', ''],
    ['https://a.example/index.html', ''],
    ['https://a.example/p/8f14e45fceea167a5a36dedd', ''],
    ['https://a.example/%E0%A4%A/x-y', 'X y'],
    ['https://a.example/one-two-three/../four-five', 'Four five'],
    ['https://a.example/one-two-three/%2e%2E/four-five', 'Four five'],
    ['https://a.example/a-ferry?read=one-two-three#four-five-six-seven', 'A ferry'],
    ['https://a.example:8443/A-Ferry/', 'A Ferry'],
    ['https://a.example/new ferry/é', 'New ferry'],
    ['https://a.example/über-a-ferry', 'Über a ferry'],
    ['https://a<b.example/a-ferry', ''],
    ['https://10.0.0.256/a-ferry', ''],
    ['/a-ferry', ''],
  ])('%s is %j', (url, title) => {
    expect(titleOfAddress(url)).toBe(title)
  })
})
