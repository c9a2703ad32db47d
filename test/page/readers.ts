import { afterAll, afterEach } from 'vitest'
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

/**
 * Opens readers for a test. Tests that open the same share one, one after the other: it has nothing stored, as a new one, but
 * the page's script and style are compiled. The test fails if anything went wrong. Call it after the `afterAll` that closes the
 * service, which then waits for no connection of a browser: these hooks run in reverse order.
 */
export function sharedReaders(): typeof openReader {
  const idle = new Map<string, Reader[]>()
  const used: (readonly [string, Reader])[] = []
  afterEach(async () => {
    for (const [key, reader] of used.splice(0)) {
      await reader.reset()
      idle.set(key, [...(idle.get(key) ?? []), reader])
    }
  })
  afterAll(async () => {
    for (const reader of [...idle.values()].flat()) await reader.close()
  })
  return async (browser, options) => {
    const key = JSON.stringify(options)
    const reader = idle.get(key)?.pop() ?? (await openReader(browser, options))
    used.push([key, reader])
    return reader
  }
}
