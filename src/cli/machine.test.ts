import { closeSync, openSync } from 'node:fs'
import { expect, it } from 'vitest'
import { maxOpenFiles, readMachine } from './machine.ts'

// The limit of this process may be a million.
it.skipIf(process.platform !== 'linux')(
  'a process that can open no more files is in trouble, and says so',
  async () => {
    const opened: number[] = []
    const place = { dataDir: '/', store: { kind: 'sqlite', file: '/digest.db' } } as const
    const max = maxOpenFiles()
    const openAll = (): void => {
      for (;;) opened.push(openSync('/dev/null', 'r'))
    }

    try {
      expect(openAll).toThrow('EMFILE')
      // Files that were open before count too.
      expect(max).toBeGreaterThan(opened.length)
      expect(max).toBeLessThan(opened.length + 1_000)
      expect(await readMachine(place)).toContainEqual({
        part: 'files',
        message: expect.stringContaining('too many open files') as string,
      })
    } finally {
      for (const each of opened) closeSync(each)
    }
  },
)
