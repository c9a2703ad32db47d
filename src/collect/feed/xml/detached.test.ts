import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { readFeed } from '../read.ts'

it('a title that is remembered does not keep its document in memory', () => {
  const collectGarbage = garbageCollector()
  const remembered: string[] = []
  collectGarbage()
  const before = process.memoryUsage().heapUsed

  for (let i = 0; i < 100; i++) {
    const item = `<item><title>A title of some length, ${i}</title><guid>an-identity-${i}</guid><description>${'x'.repeat(500_000)}</description></item>`
    const reading = readFeed(Buffer.from(`<rss><channel>${item}</channel></rss>`), undefined, undefined)
    if (reading.kind !== 'feed') continue
    for (const { title, guid } of reading.entries) remembered.push(title, guid ?? '')
  }

  collectGarbage()
  expect(remembered).toHaveLength(200)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000)
})

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void // a function by the flag's own documentation
}
