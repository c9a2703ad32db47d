import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { parseHtml } from './parse-html.ts'

describe('pages made to do harm', () => {
  it.each(['<div>', '<p><td>', '<li><p>', '<p><li><td>', '<b>', '<x-y>', '<svg>'])(
    'by nesting %s without end are given up early',
    (tags) => {
      expect(parseHtml(tags.repeat(200_000))).toBeUndefined()
      expect(costGrowth((size) => parseHtml(tags.repeat(size)), 200_000)).toBeLessThan(FAR_FROM_QUADRATIC)
    },
  )

  it('are not pages that leave out end tags, as they may', () => {
    expect(
      parseHtml(
        `<ul>${'<li>x'.repeat(5_000)}</ul>${'<p>x<br>'.repeat(5_000)}<table>${'<tr><td>x<td>y'.repeat(5_000)}`,
      ),
    ).toBeDefined()
  })
})
