import { describe, expect, it } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { chosenSources } from './collect.ts'

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
