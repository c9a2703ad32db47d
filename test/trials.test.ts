import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TRIALS } from '../trials/groups.ts'
import { runTrial } from '../trials/harness/run-trial.ts'
import { SEED } from './properties.ts'

/** The same trials as `npm run trials`, fewer times, with the same random numbers in every run. */
describe('the promises of docs/trust.md', () => {
  it.each(TRIALS.filter(({ times }) => times.short > 0))('$name: $promise', async (trial) => {
    const folder = mkdtempSync(join(tmpdir(), `content-digest-${trial.name}-`))
    try {
      const { tried, broken, skipped } = await runTrial(trial, { isShort: true, folder, seed: SEED })

      if (skipped !== undefined) console.warn(`SKIPPED ${trial.name}: ${skipped}`)
      expect(skipped !== undefined || tried > 0).toBe(true)
      expect(broken).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
