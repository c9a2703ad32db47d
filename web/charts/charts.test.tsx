import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { fc } from '../../test/properties.ts'
import { en } from '../words/en.ts'
import { DayBars } from './day-bars.tsx'
import { ShareBars } from './share-bars.tsx'
import { PATTERN_COUNT, StackedBars } from './stacked-bars.tsx'
import { WeekMap } from './week-map.tsx'

const days = ['2026-02-28', '2026-03-01', '2026-03-02']

const bars = (series: readonly { name: string; values: readonly number[] }[]) =>
  renderToString(
    <StackedBars id="days" label="Items of three days" days={days} series={series} words={en} />,
    // Whether a comma follows the weekday depends on the version of Node.js.
  ).replaceAll(/(Sat|Sun|Mon), /g, '$1 ')

describe('StackedBars', () => {
  it('says in numbers all that it draws', () => {
    const html = bars([
      { name: 'science', values: [3, 0, 1005] },
      { name: 'sport', values: [1, 0, 2] },
    ])

    expect(html).toContain('role="img" aria-label="Items of three days"')
    expect(rowsOf(html)).toEqual([
      ['Day', 'science', 'sport', 'Total'],
      ['Sat 28 February 2026', '3', '1', '4'],
      ['Sun 1 March 2026', '0', '0', '0'],
      ['Mon 2 March 2026', '1,005', '2', '1,007'],
    ])
    expect(textsOf(html, 'chart-total')).toEqual(['4', '1k'])
    expect(textsOf(html, 'chart-column')).toEqual(['28', '1', '2'])
    expect(textsOf(html, 'chart-group')).toEqual(['Feb', 'Mar'])
    expect([...html.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual([
      'Sat 28 February 2026, science: 3',
      'Sat 28 February 2026, sport: 1',
      'Mon 2 March 2026, science: 1,005',
      'Mon 2 March 2026, sport: 2',
    ])
  })

  it('stacks segments without gaps, in proportion, within the picture', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6)), { minLength: 1, maxLength: 6 }),
        (values) => {
          const html = bars(values.map((three, at) => ({ name: `s${at}`, values: three })))

          const segments = segmentsOf(html)
          expect(html).not.toMatch(/NaN|Infinity|undefined/)
          expect(segments.every(({ y, height }) => y >= 0 && height >= 0 && y + height <= 260)).toBe(true)
          const drawn = segments.reduce((sum, { height }) => sum + height, 0)
          const count = values.flat().reduce((sum, value) => sum + value, 0)
          const perPixel = segments.map(({ height, value }) => height - (value / count) * drawn)
          expect(perPixel.every((difference) => Math.abs(difference) < 0.5)).toBe(true)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('tells series apart by pattern, and draws an empty collection', () => {
    const many = Array.from({ length: PATTERN_COUNT }, (_, at) => ({ name: `s${at}`, values: [1, 1, 1] }))

    const fills = new Set([...bars(many).matchAll(/fill="url\(#([^)]+)\)"/g)].map(([, id]) => id))

    expect(fills.size).toBe(PATTERN_COUNT)
    for (const id of fills) expect(bars(many)).toContain(`<pattern id="${id}"`)
    expect(bars([])).not.toMatch(/NaN|undefined/)
  })
})

describe('WeekMap', () => {
  const map = (counts: readonly number[]) => renderToString(<WeekMap counts={counts} words={en} />)

  it('is a table of 7 days and 24 hours with each count in its cell', () => {
    const counts = Array.from({ length: 168 }, (_, hour) => hour)

    const rows = rowsOf(map(counts))

    expect(rows.length).toBe(8)
    expect(rows.slice(1).flatMap((row) => row.slice(1).map(Number))).toEqual(counts)
    expect(map(counts)).toContain('title="Sunday, 23:00: 167"')
  })

  it('shades by the share of the busiest hour', () => {
    const counts = Array.from({ length: 168 }, (_, hour) => (hour < 3 ? [0, 1, 100][hour] : 50) ?? 0)

    const shades = [...map(counts).matchAll(/chart-heat-(\d)/g)].map(([, level]) => Number(level))

    expect(shades.slice(0, 4)).toEqual([0, 1, 5, 3])
    expect([...map([]).matchAll(/chart-heat-(\d)/g)].every(([, level]) => level === '0')).toBe(true)
  })
})

describe('ShareBars', () => {
  const shares = (counts: readonly number[], total: number): VNode => (
    <ShareBars
      caption="Sources"
      shares={counts.map((count, at) => ({
        name: `<s${at}>`,
        count,
        href: at === 0 ? '/list?a=1&b=2' : undefined,
      }))}
      total={total}
      words={en}
    />
  )

  it('has each part as a number, as a share of the whole and as a bar against the largest', () => {
    const html = renderToString(shares([40, 10], 80))

    expect(rowsOf(html)).toEqual([
      ['Name', 'Articles', 'Share'],
      ['&lt;s0>', '40', '50.0%'],
      ['&lt;s1>', '10', '12.5%'],
    ])
    expect([...html.matchAll(/<rect[^>]*width="([^"]+)"/g)].map(([, width]) => width)).toEqual([
      '100%',
      '25%',
    ])
    expect(html).toContain('<a href="/list?a=1&amp;b=2">')
  })

  it('shares nothing evenly', () => {
    expect(renderToString(shares([0], 0))).toContain('0.0%')
  })
})

describe('DayBars', () => {
  it('shows whatever is there, and says it', () => {
    const html = renderToString(<DayBars values={[0, 1, 1000]} label="3 days: 0, 1, 1000" />)

    const heights = [...html.matchAll(/<rect[^>]*height="([^"]+)"/g)].map(([, height]) => Number(height))
    expect(heights).toEqual([0, 1.5, 23])
    expect(html).toContain('<title>3 days: 0, 1, 1000</title>')
  })

  it('draws nothing of nothing', () => {
    expect(renderToString(<DayBars values={[]} label="none" />)).not.toContain('<rect')
  })
})

function rowsOf(html: string): string[][] {
  return [...html.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd][ >].*?<\/t[hd]>/gs)].map(([cell]) => cell.replaceAll(/<[^>]+>/g, '')),
  )
}

function textsOf(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<text class="${name}".*?>(.*?)</text>`, 'gs'))].map(
    ([, text]) => text ?? '',
  )
}

function segmentsOf(html: string): { y: number; height: number; value: number }[] {
  const found = html.matchAll(
    /<rect class="chart-segment"[^>]*y="([\d.]+)"[^>]*height="([\d.]+)"[^>]*>.*?: ([\d,]+)</gs,
  )
  return [...found].map(([, y, height, value]) => ({
    y: Number(y),
    height: Number(height),
    value: Number(value?.replaceAll(',', '')),
  }))
}
