import { describe, expect, it } from 'vitest'
import { parseHtml } from './parse-html.ts'

describe('pages made to do harm', () => {
  it.each(['<div>', '<p><td>', '<li><p>', '<p><li><td>', '<b>', '<x-y>', '<svg>'])(
    'by nesting %s without end are given up early',
    (tags) => {
      const before = process.cpuUsage()

      expect(parseHtml(tags.repeat(200_000))).toBeUndefined()
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
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
