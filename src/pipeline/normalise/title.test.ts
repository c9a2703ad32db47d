import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { plainLine, titleOf } from './title.ts'

describe('a title', () => {
  it.each([
    ['Storm &amp; rain', 'Storm & rain'],
    ['Storm &amp;amp; rain', 'Storm & rain'],
    ['Caf&amp;eacute; &amp;#8217;', 'Café ’'],
    ['How to write &amp;lt; in HTML', 'How to write &lt; in HTML'],
    ['  A <em>new</em>\n storm ', 'A new storm'],
    ['5 &lt; 6 &gt; 4', '5 < 6 > 4'],
    ['a < b', 'a < b'],
    ['Using &lt;canvas&gt; well', 'Using <canvas> well'],
    ['A\u202Eb\u0000c', 'Abc'],
    ['Caf&eacute; &#x1F600;', 'Café 😀'],
    ['&lt;b&gt;Bold&lt;/b&gt; news', 'Bold news'],
    ['', ''],
    ['<img src=x>', ''],
    ['null', ''],
    ['[object Object]', ''],
    ['Null and undefined', 'Null and undefined'],
    ['\u200D\u2060\u0301', ''],
  ])('written %j reads %j', (written, title) => {
    expect(titleOf(written)).toBe(title)
  })

  it.each(['word ', 'x', '<b>', '&amp;', '😀', '<', ' '])(
    'is at most 500 characters of even the longest text, at a cost in proportion: %j',
    (long) => {
      expect(titleOf(long.repeat(100_000)).length).toBeLessThanOrEqual(500)
      expect(costGrowth((size) => titleOf(long.repeat(size)), 1_000_000)).toBeLessThan(FAR_FROM_QUADRATIC)
    },
  )
})

describe('a line of plain text', () => {
  it('is cut where it is too long', () => {
    expect(plainLine('<b>one two three</b>', 9)).toBe('one two…')
  })
})
