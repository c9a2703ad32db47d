import { afterEach } from 'vitest'
import { openReader, type Reader } from './reader.ts'

/** Opens readers that are closed after the test, which fails if anything went wrong with one. */
export function readersOfTest(): typeof openReader {
  const open: Reader[] = []
  afterEach(async () => {
    for (const reader of open.splice(0)) await reader.close()
  })
  return async (...options) => {
    const reader = await openReader(...options)
    open.push(reader)
    return reader
  }
}
