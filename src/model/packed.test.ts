import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ArrayParts, pack, type PackedFormat, unpack, versionOf } from './packed.ts'

const FORMAT = { kind: 'sample', version: '1' }
const VALUE = {
  names: ['ferry', null],
  numbers: { half: Float64Array.of(0.5, -1), none: new Uint32Array(0) },
  records: [{ small: Uint8Array.of(1, 2, 3) }, { small: Uint16Array.of(65_535) }],
}

describe('a packed value', () => {
  it('is read as it was, arrays included', () => {
    expect(unpack(packedBytes(FORMAT, VALUE), FORMAT)).toEqual(VALUE)
  })

  it('has parts of an array as one, however large they are', () => {
    const [first, second] = [new Uint32Array(700_000).fill(7), Uint32Array.of(8)]
    const bytes = packedBytes(FORMAT, [new ArrayParts('Uint32Array', [first, second])])

    const whole = Uint32Array.from([...first, ...second])
    // `toEqual` takes seconds for this many elements.
    expect(isDeepStrictEqual(unpack(bytes, FORMAT), [whole])).toBe(true)
  })

  it('is not read where any byte is another, or the end is missing', () => {
    const bytes = packedBytes(FORMAT, VALUE)
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = bytes.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 1

      expect(unpack(damaged, FORMAT), `byte ${at}`).toBeUndefined()
      expect(unpack(bytes.subarray(0, at), FORMAT), `${at} bytes`).toBeUndefined()
    }
  })

  it('is not read as one of another kind or version', () => {
    const bytes = packedBytes(FORMAT, VALUE)

    expect(unpack(bytes, { ...FORMAT, kind: 'other' })).toBeUndefined()
    expect(unpack(bytes, { ...FORMAT, version: '2' })).toBeUndefined()
  })
})

describe('the version of a format', () => {
  it('changes with the names, the types and the values of a sample', () => {
    const samples = [
      VALUE,
      { ...VALUE, names: [] },
      { ...VALUE, more: 1 },
      { half: Float32Array.of(0.5, -1) },
    ]

    expect(new Set(samples.map(versionOf)).size).toBe(samples.length)
    expect(versionOf(VALUE)).toBe(versionOf({ ...VALUE }))
  })
})

function packedBytes(format: PackedFormat, value: unknown): Uint8Array {
  return new Uint8Array(Buffer.concat([...pack(format, value)].flat()))
}
