import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { Admission } from './admission.ts'

const SHORT_MS = 20
const LONG_MS = 900

describe('admission', () => {
  const lines: string[] = []
  const admission = new Admission(pino({}, { write: (line: string) => void lines.push(line) }))
  afterEach(() => admission.close())

  const admitted = (): number => Array.from({ length: 1000 }, () => admission.admits()).filter(Boolean).length

  it('refuses more while delays are long, and nothing once they have been short', () => {
    admission.adapt(SHORT_MS)
    expect(admitted()).toBe(1000)

    admission.adapt(LONG_MS)
    expect(admitted()).toBeCloseTo(700, -1)
    admission.adapt(LONG_MS)
    expect(admitted()).toBeCloseTo(490, -1)
    for (let look = 0; look < 50; look++) admission.adapt(LONG_MS)
    expect(admitted()).toBeCloseTo(50, -1)

    for (let look = 0; look < 50; look++) admission.adapt(SHORT_MS)
    expect(admitted()).toBe(1000)
  })

  it('is logged where it begins and ends, not for each request', () => {
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ refused: 300 + 510 + 950 })
  })
})
