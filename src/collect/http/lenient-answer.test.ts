import { describe, expect, it } from 'vitest'
import { readAnswer } from './lenient-answer.ts'

const read = (text: string, ended = false) => readAnswer(Buffer.from(text, 'latin1'), ended)

describe('reading an answer leniently', () => {
  it.each([
    ['as it should be', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'],
    ['more than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, world'],
    ['small letters, no reason', 'http/1.1 200\r\ncontent-length: 5\r\n\r\nhello'],
    ['two spaces and a version of one digit', 'HTTP/2  200 OK\r\nContent-Length: 5\r\n\r\nhello'],
    ['a length in a list', 'HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello'],
    [
      'names with spaces, lines without a colon',
      'HTTP/1.1 200 OK\r\nX By: me\r\nodd\r\n: a\r\nContent-Length:5\r\n\r\nhello',
    ],
    [
      'early hints first',
      'HTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    ],
    [
      'chunks with bare line feeds',
      'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2 \nhe\n3;x=y\nllo\n0\n\n',
    ],
  ])('takes one with %s', (_, text) => {
    expect(read(text)).toMatchObject({ status: 200, body: Buffer.from('hello') })
  })

  it.each(['', 'Content-Length: five\r\n', 'Content-Length: 3\r\nContent-Length: 4\r\n'])(
    'lets the connection end a body that %j says no length of',
    (header) => {
      const text = `HTTP/1.1 200 OK\r\n${header}\r\nhello`

      expect(read(text)).toBeUndefined()
      expect(read(text, true)).toMatchObject({ body: Buffer.from('hello') })
    },
  )

  it('joins folded headers, and keeps those that stand twice', () => {
    const answer = read('HTTP/1.1 304 Not Modified\r\nA: one,\r\n\t two\r\nB: 1\r\nb: 2\r\n\r\n')

    expect(answer).toMatchObject({ status: 304, headers: { a: 'one, two', b: ['1', '2'] } })
  })

  it.each([
    'HTTP/1.1 200 OK\r\nContent-Le',
    'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
  ])('waits for the rest of %j, and takes nothing where none comes', (text) => {
    expect(read(text)).toBeUndefined()
    expect(read(text, true)).toBe('none')
  })

  it.each([
    'SSH-2.0-OpenSSH_9.6\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(70_000)}`,
  ])('takes %.30s for no answer', (text) => {
    expect(read(text)).toBe('none')
  })
})
