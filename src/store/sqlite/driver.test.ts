import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Database, driverPackage, whyNotLoaded } from './driver.ts'

describe('the driver', () => {
  it('is the version that the Node.js at hand can run', () => {
    // Node.js 20, 22.13 and 22.14, from node_version.h.
    expect(driverPackage(9)).toBe('better-sqlite3-12')
    expect(driverPackage(10)).toBe('better-sqlite3')
    expect(driverPackage(undefined)).toBe('better-sqlite3-12')
  })

  it('says what to do where it is not installed or not compiled', () => {
    const uncompiled = new Error('Could not locate the bindings file. Tried:\n → /a\n → /b')

    expect(whyNotLoaded('better-sqlite3-12', uncompiled)).toMatch(
      /^SQLite cannot be loaded: better-sqlite3-12 is missing, or not compiled .* Install again with this Node\.js\. With version 20, .* without --ignore-scripts: .* bindings file\.$/,
    )
  })

  it('survives statements that are collected as garbage, with the database open and closed', async () => {
    const db = new Database(':memory:')

    for (let round = 0; round < 40; round += 1) {
      for (let i = 0; i < 200; i += 1) db.prepare(`SELECT ${round * 200 + i} AS number`).get()
      await litter()
    }
    db.close()
    for (let round = 0; round < 10; round += 1) await litter()

    expect(db.open).toBe(false)
  })
})

/** Creates garbage within a microtask, where native finalisers have no context. */
async function litter(): Promise<void> {
  await setTimeout(0)
  const made: object[] = []
  for (let i = 0; i < 30_000; i += 1) made.push({ text: `x${i}` })
  expect(made.length).toBe(30_000)
}
