import { describe, expect, it } from 'vitest'
import { DigestError } from '../../model/errors.ts'
import { removeSource } from './remove-source.ts'

describe('taking a source out of the settings', () => {
  it.each([
    [
      'one in braces, with its comment',
      '# mine\nsources:\n  - { url: https://a.example } # first\n  - { url: https://b.example }\n\n# end\nlog: {}\n',
      0,
      '# mine\nsources:\n  - { url: https://b.example }\n\n# end\nlog: {}\n',
    ],
    [
      'a block, and not the comment of the next',
      'sources:\n- url: https://a.example\n  auth:\n    tokenEnv: X # secret\n\n# the other\n- url: https://b.example\n',
      0,
      'sources:\n\n# the other\n- url: https://b.example\n',
    ],
    [
      'the last, at the end of a file without a line end',
      'sources:\n  - url: https://a.example\n  - url: https://b.example',
      1,
      'sources:\n  - url: https://a.example\n',
    ],
    ['the only one', 'sources:\n  - url: https://a.example\nlog: {}\n', 0, 'sources:\nlog: {}\n'],
    [
      'one of a list in brackets',
      'sources: [{ url: https://a.example }, { url: https://b.example }]\n',
      0,
      'sources: [ { url: https://b.example } ]\n',
    ],
    [
      'one whose dash has a line of its own',
      'sources:\n  -\n    url: https://a.example\n  - url: https://b.example\n',
      0,
      'sources:\n  - url: https://b.example\n',
    ],
    [
      'one of a file with Windows line ends',
      'sources:\r\n  - url: https://a.example\r\n  - url: https://b.example\r\n',
      0,
      'sources:\r\n  - url: https://b.example\r\n',
    ],
  ])('cuts out %s', (_, text, index, left) => {
    expect(removeSource(text, index)).toBe(left)
  })

  it('is refused where another place repeats a part of it', () => {
    const text =
      'sources:\n  - { url: https://a.example, auth: &a { tokenEnv: X } }\n  - { url: https://b.example, auth: *a }\n'

    expect(() => removeSource(text, 0)).toThrow(DigestError)
    expect(() => removeSource(text, 0)).toThrow(/another place of the file repeats/)
  })
})
