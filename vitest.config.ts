import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** No test is about speed, and on a slow, busy machine each takes many times what is usual: this ends only what hangs. */
const HANGS_MS = 300_000

export default defineConfig({
  test: {
    include: ['{src,sample,test,bench,research}/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
    globalSetup: 'test/unpack-browser.ts',
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    teardownTimeout: HANGS_MS,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // All processors: left to itself, Vitest keeps one for watching. Many more would be many browsers at once.
    maxWorkers: Math.min(availableParallelism(), 8),
  },
})
