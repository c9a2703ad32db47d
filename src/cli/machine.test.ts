import { closeSync, openSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readMachine } from './machine.ts'

// The limit of this process may be a million.
it.skipIf(process.platform !== 'linux')(
  'a process that can open no more files is in trouble, and says so',
  async () => {
    const opened: number[] = []
    const place = { dataDir: '/', store: { kind: 'sqlite', file: '/digest.db' } } as const
    const openAll = (): void => {
      for (;;) opened.push(openSync('/dev/null', 'r'))
    }

    try {
      expect(openAll).toThrow('EMFILE')
      expect(await readMachine(place)).toContainEqual({
        part: 'files',
        message: expect.stringContaining('too many open files') as string,
      })
    } finally {
      for (const each of opened) closeSync(each)
    }
  },
)
