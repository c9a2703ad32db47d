import { describe, expect, it } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { chosenSources, type CollectSummary, summaryTable } from './collect.ts'

const SOURCES = [aSource('harbor-herald'), aSource('tide-times'), aSource('asleep', { enabled: false })]

describe('the sources that a command names', () => {
  it('are all where it names none, and those named in the order of the settings', () => {
    expect(chosenSources(SOURCES, [])).toBe(SOURCES)
    expect(chosenSources(SOURCES, ['tide-times', 'harbor-herald', 'tide-times'])).toEqual(SOURCES.slice(0, 2))
  })

  it('are refused together where they are not configured or not enabled, with the nearest', () => {
    const choosing = () => chosenSources(SOURCES, ['tide-time', 'zebra', 'asleep', 'harbor-herald'])

    expect(choosing).toThrow(
      "no source has the id 'tide-time'; did you mean 'tide-times'?\nno source has the id 'zebra'\nsource 'asleep' is not enabled in the settings",
    )
  })
})

describe('the summary', () => {
  const failure = (source: string, code: string) => ({ source, code, message: `why ${source} failed` })
  const table = (visited: number, failures: CollectSummary['failures']): string =>
    summaryTable({
      visited,
      entries: 0,
      added: 0,
      edited: 0,
      sighted: 0,
      unchanged: 0,
      failed: failures.length,
      seconds: 1,
      failures,
    })

  it.each(['dns', 'refused', 'timeout', 'tls'])(
    'names the network of this machine once where most sources could not be reached: %s',
    (code) => {
      const unreached = Array.from({ length: 26 }, (_, i) => failure(`source-${i}`, code))

      const text = table(30, [...unreached, failure('gone', 'http4xx')])

      expect(text.match(/mostly the network of this machine/g)).toHaveLength(1)
      expect(text).toContain('26 of 30 sources could not be reached')
      expect(text).not.toContain('why source-1 failed')
      expect(text).toContain('  gone  http4xx: why gone failed\n')
    },
  )

  it.each([
    ['few failed', 30, Array.from({ length: 15 }, (_, i) => failure(`source-${i}`, 'dns'))],
    ['there are few', 2, [failure('source-0', 'dns'), failure('source-1', 'dns')]],
    ['servers answered', 3, ['0', '1', '2'].map((i) => failure(`source-${i}`, 'http5xx'))],
  ])('names each source where %s', (_, visited, failures) => {
    const text = table(visited, failures)

    expect(text).not.toContain('network of this machine')
    for (const { source } of failures) expect(text).toContain(`why ${source} failed`)
  })
})
