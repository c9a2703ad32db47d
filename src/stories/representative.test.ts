import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../model/time.ts'
import { chooseRepresentative, type Report } from './representative.ts'

const NOON = Date.UTC(2026, 2, 10, 12)

function aReport(itemId: number, title: string, changes: Partial<Report> = {}): Report {
  return {
    itemId,
    publisher: `p${itemId}.example`,
    title,
    summary: '',
    language: 'en',
    publishedAt: NOON + itemId * HOUR_MS,
    rankedAt: NOON + itemId * HOUR_MS,
    isTimeStated: true,
    weight: 1,
    ...changes,
  }
}

const FERRY = [
  aReport(1, 'Passengers wait for hours'),
  aReport(2, 'Harbour ferry runs aground near Tarrow'),
  aReport(3, 'Ferry aground: harbour of Tarrow closed'),
  aReport(4, 'What the captain said'),
]

describe('what stands for a story', () => {
  it('is the report most like those of the other publishers', () => {
    const central = aReport(5, 'Harbour ferry aground near Tarrow, passengers wait')

    expect(chooseRepresentative([...FERRY, central], undefined)).toBe(5)
  })

  it('is the earliest of equals', () => {
    const two = [aReport(2, 'Ferry runs aground'), aReport(1, 'Ferry aground at night')]

    expect(chooseRepresentative(two, undefined)).toBe(1)
  })

  it('is a dated report rather than an undated one', () => {
    const undated = aReport(5, 'Harbour ferry aground near Tarrow, passengers wait', { isTimeStated: false })

    expect([2, 3]).toContain(chooseRepresentative([...FERRY, undated], undefined))
  })

  it('is an undated report seen lately rather than one of unknown age', () => {
    const [unknown, undated] = [2, 3].map((id) => aReport(id, 'Ferry runs aground', { isTimeStated: false }))
    if (unknown === undefined || undated === undefined) throw new Error('there are two')

    expect(chooseRepresentative([{ ...unknown, rankedAt: 0 }, undated], undefined)).toBe(3)
  })

  it.each([
    'Links for Tuesday: harbour ferry aground near Tarrow',
    'Morning briefing: harbour ferry aground near Tarrow',
    'Harbour ferry aground near Tarrow; budget passed; rain',
  ])('is no round-up: %s', (title) => {
    expect([2, 3]).toContain(chooseRepresentative([...FERRY, aReport(5, title)], undefined))
  })

  it('is not what one publisher repeats', () => {
    const series = [6, 7, 8, 9].map((id) =>
      aReport(id, 'Live pictures of the quay', { publisher: 'live.example' }),
    )

    expect([2, 3]).toContain(chooseRepresentative([...FERRY, ...series], undefined))
  })

  it('prefers a source that counts more', () => {
    const [first, second] = FERRY.slice(1, 3)
    if (first === undefined || second === undefined) throw new Error('there are two')

    expect(chooseRepresentative([first, { ...second, weight: 4 }], undefined)).toBe(3)
  })

  describe('is never the report least like the others', () => {
    const patches = [
      aReport(1, 'Seven patches for Windows and Office due on Tuesday', { isTimeStated: false }),
      aReport(2, 'Four critical Windows patches due on Tuesday', { isTimeStated: false }),
    ]
    const advertisement = aReport(3, 'Virus Shield 2026: protect your Windows computer today')

    it.each([
      ['though it alone is dated', {}],
      ['though its source weighs most', { weight: 4 }],
      ['though it is the first', { publishedAt: NOON - HOUR_MS }],
    ])('%s', (_, changes) => {
      expect(chooseRepresentative([...patches, { ...advertisement, ...changes }], undefined)).not.toBe(3)
    })

    it('though it is the present one', () => {
      expect(chooseRepresentative([...patches, advertisement], 3)).not.toBe(3)
    })

    it('though a publisher repeats it', () => {
      const publisher = 'shield.example'
      const many = [3, 4, 5].map((id) => ({ ...advertisement, itemId: id, publisher }))

      expect([1, 2]).toContain(chooseRepresentative([...patches, ...many], undefined))
    })

    it('where only the texts tell', () => {
      const summary = 'The ferry ran aground off Tarrow'
      const reports = [
        aReport(1, 'Insure your boat', { summary: 'Low rates' }),
        aReport(2, 'Aground', { summary }),
        aReport(3, 'Hundreds rescued', { summary: `${summary} at night` }),
      ]

      expect(chooseRepresentative(reports, 1)).toBe(2)
    })

    it('where the titles are Chinese', () => {
      const reports = [
        aReport(1, '限时优惠杀毒软件', { language: 'zh', weight: 4 }),
        aReport(2, '上海交大通报学生私吞竞赛奖金', { language: 'zh' }),
        aReport(3, '如何看待上海交大通报学生私吞奖金', { language: 'zh' }),
      ]

      expect(chooseRepresentative(reports, 1)).toBe(2)
    })
  })

  it('is no entry of a catalogue', () => {
    const entry = aReport(1, 'Harbour Ferry Guide 1.2')

    expect(chooseRepresentative([entry, aReport(2, 'Harbour ferry aground')], undefined)).toBe(2)
  })

  it('stays until another one is clearly better', () => {
    const reports = [...FERRY.slice(1), aReport(5, 'Harbour ferry aground near Tarrow')]

    expect(chooseRepresentative(reports, undefined)).toBe(5)
    expect(chooseRepresentative(reports, 2)).toBe(2)
    expect(chooseRepresentative(reports, 4)).toBe(5)
    expect(chooseRepresentative(reports, 99)).toBe(5)
  })

  it('is chosen among many reports too, with the present one among them', () => {
    const many = Array.from({ length: 200 }, (_, n) =>
      aReport(n + 1, `Harbour ferry aground near Tarrow, part ${n}`),
    )

    expect(chooseRepresentative(many, 134)).toBe(134)
  })
})
