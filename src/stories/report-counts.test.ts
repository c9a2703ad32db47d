import { describe, expect, it } from 'vitest'
import { countReports, type Report } from './report-counts.ts'

const report = (title: string, more: Partial<Report> = {}): Report => ({
  title,
  summary: '',
  text: '',
  language: 'en',
  ...more,
})

describe('countReports', () => {
  it('counts every report that has a word, wherever it stands and however it is inflected', () => {
    const reports = [
      report('The library opens'),
      report('A new library'),
      report('Libraries of the north'),
      report('Books for all', { summary: 'The library has them.' }),
      report('Reading', { text: 'She walks to the library.' }),
      report('LIBRARY!'),
      report('Something else'),
    ]

    expect(countReports(['library'], 'en', reports)).toEqual([{ word: 'library', reports: 6 }])
  })

  it('leaves out what only one report has', () => {
    const reports = [report('A ferry sinks'), report('The harbour is closed')]

    expect(countReports(['ferry', 'harbour'], 'en', reports)).toEqual([])
  })

  it('gives inflections of one word once, the most frequent word first', () => {
    const reports = [report('Ferry lost'), report('Ferries lost'), report('The ferry')]

    expect(countReports(['lost', 'ferry', 'ferries'], 'en', reports)).toEqual([
      { word: 'ferry', reports: 3 },
      { word: 'lost', reports: 2 },
    ])
  })

  it('counts in the language of each report, and where words have no spaces', () => {
    const reports = [
      report('Tsunami', { language: null }),
      report('Der Tsunami', { language: 'de' }),
      report('東京で地震', { language: 'ja' }),
      report('地震', { language: 'ja' }),
    ]

    expect(countReports(['tsunami', '地震'], 'de', reports)).toEqual([
      { word: 'tsunami', reports: 2 },
      { word: '地震', reports: 2 },
    ])
  })

  it('counts a word once for each report, however often it stands there', () => {
    expect(countReports(['ferry'], 'en', [report('Ferry, ferry'), report('ferry')])).toEqual([
      { word: 'ferry', reports: 2 },
    ])
  })
})
