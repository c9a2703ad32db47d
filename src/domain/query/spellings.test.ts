import { expect, it } from 'vitest'
import { parseQuery } from './parse.ts'
import { printQuery } from './print.ts'

it.each([
  ['email', 'email OR e-mail OR e-mails'],
  ['E-Mails', 'eMails OR e-Mail OR e-Mails'],
  ['title:ebook', 'title:ebook OR title:e-book OR title:e-books'],
  ['email -ebikes', '(email OR e-mail OR e-mails) -(ebikes OR e-bike OR e-bikes)'],
  ['"e-mail"', '"e-mail"'],
  ['email*', 'email*'],
  ['source:email', 'source:email'],
  ['emailing list', '(emailing OR e-mailing) list'],
  ['remail', 'remail'],
])('%s is looked for as %s', (text, sought) => {
  const { node } = parseQuery(text)

  expect(node === undefined ? undefined : printQuery(node)).toBe(sought)
})
