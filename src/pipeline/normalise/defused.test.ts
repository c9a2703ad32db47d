import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { defused } from './defused.ts'

describe('a plain text', () => {
  it.each([
    ['a <img src=x onerror=y> b', 'a < img src=x onerror=y> b'],
    ['a <script>y()</script> b', 'a < script>y()</script> b'],
    ['a <script>y()', 'a < script>y()'],
    ['a <script src=b>alert(1)', 'a < script src=b>alert(1)'],
    ['a <style>*{color:red}</style>', 'a < style>*{color:red}</style>'],
    ['a <style>*{color:red}', 'a < style>*{color:red}'],
    ['a <svg/onload=y', 'a < svg/onload=y'],
    ['a<b<img onclick=x>', 'a< b< img onclick=x>'],
    ['<img alt=">" onerror=x>', '< img alt=">" onerror=x>'],
    ['<input type="date"onfocus=x>', '< input type="date"onfocus=x>'],
  ])('keeps its words, and no tag that could act if it were shown as HTML: %j', (text, expected) => {
    expect(defused(text)).toBe(expected)
  })

  it.each([
    'Why <script> tags block, and <style> too',
    'The <script> and </script> tags',
    'x <= y and <canvas>',
    'if a<b then c',
    'Use <input type="date"> and <a target=_blank>',
    '<script type="module"> loads later',
    'I <3 List<String>',
  ])('stays as it is where it only speaks of tags: %j', (text) => {
    expect(defused(text)).toBe(text)
  })

  it.each(['<a', '<script>', '<a href="', '<a b=', '<img alt="x" '])(
    'costs in proportion to what summaries and titles have of it: %j',
    (piece) => {
      expect(costGrowth((size) => defused(piece.repeat(size)), 600)).toBeLessThan(FAR_FROM_QUADRATIC)
    },
  )
})
