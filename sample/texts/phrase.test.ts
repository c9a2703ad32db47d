import { describe, expect, it } from 'vitest'
import { randomFor } from '../random.ts'
import { phrase } from './phrase.ts'

const slots = (name: string): string | undefined => ({ who: 'the council', 'who.short': 'it' })[name]

describe('phrase', () => {
  it('chooses among alternatives that nest and may be empty', () => {
    const seen = new Set<string>()

    for (let key = 0; key < 100; key += 1) {
      seen.add(phrase('{who} [meets|sits [late|]], again', slots, randomFor(key), 'en'))
    }

    expect([...seen].sort()).toEqual([
      'The council meets, again',
      'The council sits late, again',
      'The council sits, again',
    ])
  })

  it('leaves no space between ideographs where an alternative was empty', () => {
    expect(phrase('央行 [|] 利率', slots, randomFor(1), 'zh')).toBe('央行利率')
  })

  it('names what is wrong with a pattern', () => {
    expect(() => phrase('{nobody} left', slots, randomFor(1), 'en')).toThrow(/unknown slot \{nobody\}/)
    expect(() => phrase('[a|b', slots, randomFor(1), 'en')).toThrow(/unbalanced/)
  })
})
