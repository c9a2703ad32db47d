import { readFileSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/order.ts'

/** No test is about speed, and on a slow, busy machine each takes many times what is usual: this ends only what hangs. */
const HANGS_MS = 300_000

/** Space for the stores of all tests. */
const ROOM_BYTES = 4 * 2 ** 30

/** Stores of tests are in memory where there is room, since each waits for the disk at every save: a quarter less time. */
function useMemoryForFiles(): void {
  const folder = '/dev/shm'
  if (process.env['TMPDIR'] !== undefined) return
  try {
    const { bavail, bsize } = statfsSync(folder)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.includes(` ${folder} `))
    // The browser of the tests is unpacked there and started.
    const canStart = mount !== undefined && !mount.includes('noexec')
    if (canStart && bavail * bsize >= ROOM_BYTES) process.env['TMPDIR'] = folder
  } catch {
    // Other systems have no such folder.
  }
}

useMemoryForFiles()

// Each start of Node.js would read these authorities, which takes a fourth of what an empty program takes. Tests meet none of them.
delete process.env['NODE_EXTRA_CA_CERTS']

export default defineConfig({
  test: {
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    teardownTimeout: HANGS_MS,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // One more than there are processors, since tests wait for services, browsers and databases a third of their time. Many more
    // would be many browsers at once.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    sequence: { sequencer: LongestFirst },
    include: ['{src,sample,test,bench,research}/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
    globalSetup: 'test/global-setup.ts',
    // They leave nothing behind, so one process reads the modules for many files, and starts a browser and PostgreSQL once.
    isolate: false,
    // What is compiled is kept in `node_modules`, by its text: runs after the first compile only what changed.
    experimental: { fsModuleCache: true },
  },
})
