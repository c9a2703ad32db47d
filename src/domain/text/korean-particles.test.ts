import { expect, it } from 'vitest'
import { withoutParticle } from './korean-particles.ts'

it.each([
  ['대통령이', '대통령'],
  ['국회는', '국회'],
  ['서울에서는', '서울'],
  ['대통령', undefined],
  ['물이', undefined],
  ['서울news', undefined],
  ['東京は', undefined],
])('%s without its particle is %s', (word, noun) => {
  expect(withoutParticle(word)).toBe(noun)
})
