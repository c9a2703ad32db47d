import { describe, expect, it } from 'vitest'
import { calledAs } from './io.ts'

describe('the way to call the program', () => {
  it.each(['/usr/local/bin/content-digest', '/opt/content-digest/bin/content-digest'])(
    'is its name where it is installed for all: %s',
    (script) => {
      expect(calledAs(script)).toBe('content-digest')
    },
  )

  it.each([
    '/home/me/content-digest/dist/cli/main.js',
    '/home/me/news/node_modules/.bin/content-digest',
    '/home/me/news/node_modules/content-digest/dist/cli/main.js',
  ])('is npx in a checkout and in a project: %s', (script) => {
    expect(calledAs(script)).toBe('npx content-digest')
  })
})
