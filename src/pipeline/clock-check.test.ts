import { describe, expect, it } from 'vitest'
import { DAY_MS, type EpochMs, HOUR_MS } from '../model/time.ts'
import { ClockCheck } from './clock-check.ts'

const NOW = Date.UTC(2026, 2, 2, 12)

function kindOf(daysAhead: readonly number[], agoMs = 0, newestItemAt: EpochMs | null = null): string {
  return heard(daysAhead, agoMs).stateAt(NOW, newestItemAt).kind
}

/** After servers that are ahead by so many days were heard `agoMs` before `NOW`. */
function heard(daysAhead: readonly number[], agoMs: number): ClockCheck {
  const check = new ClockCheck()
  const heardAt = NOW - agoMs
  for (const [index, days] of daysAhead.entries())
    check.hear(
      { finalUrl: `https://paper-${index}.example/feed`, serverAt: heardAt + days * DAY_MS },
      heardAt,
    )
  return check
}

describe('the clock', () => {
  it.each([
    ['right by one server', [0], 'right'],
    ['right by less than a day either way', [0.9, -0.9], 'right'],
    ['wrong by one server alone', [-100], 'wrong'],
    ['wrong by more than a day ahead', [-1.1, -1.1], 'wrong'],
    ['wrong by more than a day behind', [1.1, 1.1], 'wrong'],
    ['right by one of two', [0, 5_000], 'right'],
    ['right though one of three is years off', [0, -0.1, 5_000], 'right'],
    ['wrong though one of three is off just so', [-100, -100, 0], 'wrong'],
  ])('is %s', (_, daysAhead, kind) => {
    expect(kindOf(daysAhead)).toBe(kind)
  })

  it('is compared with what servers said within a day', () => {
    expect(kindOf([-100], 20 * HOUR_MS)).toBe('wrong')
    expect(kindOf([-100], 30 * HOUR_MS)).toBe('unconfirmed')
    expect(kindOf([0], 100 * DAY_MS)).toBe('unconfirmed')
  })

  it.each([
    ['right by news of the day', 0, 'right'],
    ['right by news of yesterday', -0.9, 'right'],
    ['unconfirmed by older news', -2, 'unconfirmed'],
    ['unconfirmed by news of the future', 2, 'unconfirmed'],
  ])('is %s where no server states a time', (_, days, kind) => {
    expect(kindOf([], 0, NOW + days * DAY_MS)).toBe(kind)
  })

  it.each([
    ['that hour if most servers say so', [8, 8.001, 0], 0, 8],
    ['the earlier one of two', [8, 9], 0, 8],
    ['now if one of two does not', [8, 0], 0, 0],
    ['now by one server alone', [8], 0, 0],
    ['a day from now by two servers, whatever they say', [9_000, 9_000], 0, 24],
    ['years from now by three', [9_000, 9_000, 9_000], 0, 9_000],
    ['now if this clock is ahead', [-8, -8], 0, 0],
    ['now if the clocks differ by seconds', [0.01, 0.01], 0, 0],
    ['now if the clock was set since', [8, 8], 8 * HOUR_MS, 0],
  ])('believes dates up to %s', (_, hoursAhead, agoMs, hours) => {
    const days = hoursAhead.map((ahead) => ahead / 24)

    expect(heard(days, agoMs).latest(NOW)).toBe(NOW + hours * HOUR_MS)
  })

  it('counts each host once, by what it said last', () => {
    const check = new ClockCheck()
    for (let minute = 0; minute < 9; minute++)
      check.hear({ finalUrl: `https://wrong.example/${minute}`, serverAt: NOW + 5_000 * DAY_MS }, NOW)
    for (const host of ['a.example', 'b.example'])
      check.hear({ finalUrl: `https://${host}/`, serverAt: NOW }, NOW)
    expect(check.stateAt(NOW, null).kind).toBe('right')

    for (const host of ['a.example', 'b.example'])
      check.hear({ finalUrl: `https://${host}/`, serverAt: NOW - 100 * DAY_MS }, NOW)

    expect(check.stateAt(NOW, null)).toMatchObject({
      kind: 'wrong',
      message:
        "this machine's clock says 2026-03-02T12:00:00.000Z, but 3 of 3 servers say otherwise (about 2025-11-22T12:00:00.000Z)",
    })
  })
})
