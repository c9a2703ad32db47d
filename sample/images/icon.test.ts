import { describe, expect, it } from 'vitest'
import { imageTypeOf } from '../../src/model/image-type.ts'
import { OUTLETS } from '../outlets/outlets.ts'
import { drawIcon } from './icon.ts'

describe('the icon of an outlet', () => {
  it('is a picture that a collector accepts, the same each time', () => {
    expect(imageTypeOf(drawIcon('tide'))).toBe('image/png')
    expect(drawIcon('tide').equals(drawIcon('tide'))).toBe(true)
  })

  it('differs from those of other outlets', () => {
    const icons = new Set(OUTLETS.map(({ id }) => drawIcon(id).toString('base64')))

    expect(icons.size).toBe(OUTLETS.length)
  })
})
