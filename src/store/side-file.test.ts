import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../test/store/kept.ts'
import { readPacked, writePacked } from './side-file.ts'

const FORMAT = { kind: 'test', version: '1' }

it('is whole where two write it at once, also from containers whose first processes have one number', async () => {
  const file = join(newFolder(), 'cache')
  const written = [1, 2].map((writer) => ({ writer, numbers: new Float64Array(600_000).fill(writer) }))

  await Promise.all(written.map((value) => writePacked(file, FORMAT, value, () => true)))

  const read = (await readPacked(file, FORMAT)) as (typeof written)[number]
  expect(read.numbers.every((number) => number === read.writer)).toBe(true)
})
