import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../load.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'digest-logo-'))
  writeFileSync(join(folder, 'logo.svg'), '\uFEFF<?xml version="1.0"?>\n<!-- ours -->\n<svg xmlns="x"/>')
  writeFileSync(join(folder, 'page.svg'), '<html><svg/></html>')
  writeFileSync(join(folder, 'large.svg'), `<svg>${' '.repeat(100_000)}</svg>`)
})

afterAll(() => rmSync(folder, { recursive: true }))

function load(settings: string, env: Readonly<Record<string, string>> = {}) {
  writeFileSync(join(folder, 'digest.yaml'), settings)
  return loadConfig({ env, cwd: folder })
}

describe('the name and looks of a service', () => {
  it('come from the settings, with the logo beside them', () => {
    const { server } = load(
      "server: { title: River News, description: 'Along the river', logo: logo.svg, accent: '#FC0' }",
    )

    expect(server).toMatchObject({
      title: 'River News',
      description: 'Along the river',
      logo: join(folder, 'logo.svg'),
      accent: '#ffcc00',
    })
  })

  it('are the sender of mails that name none', () => {
    const smtp = 'smtp: { url: smtp://mail.example.org }'
    const senderOf = (from: string) =>
      load(`server: { title: 'The "River", News' }\nmail: { from: ${from}, ${smtp} }`).mail?.from

    expect(senderOf('news@example.org')).toBe('"The River, News" <news@example.org>')
    expect(senderOf('Ann <news@example.org>')).toBe('Ann <news@example.org>')
  })

  it.each([
    ['logo: none.png', "1:17 server.logo names a file that cannot be read: 'DIR/none.png' (ENOENT)"],
    ['logo: page.svg', "1:17 server.logo names no picture: 'DIR/page.svg'; a logo is a PNG, SVG, JPEG"],
    [
      'logo: large.svg',
      "1:17 server.logo names a file of 101 kB: 'DIR/large.svg'; a logo has at most 100 kB",
    ],
    ['logo: .', "1:17 server.logo names a file that cannot be read: 'DIR' (EISDIR)"],
    ['accent: blue', "1:19 server.accent must be a colour in quotes, such as '#0a5c8a', not 'blue'"],
    ["title: ''", "1:18 server.title must be one line, not ''"],
    ['title: "a\\tb"', '1:18 server.title must be one line, not'],
  ])('are refused: %s', (setting, message) => {
    const expected = `digest.yaml:${message.replace('DIR', folder)}`
    // A message shortens a long path.
    expect(() => load(`server: { ${setting} }`)).toThrow(expected.slice(0, 75))
  })

  it('are refused from a variable too', () => {
    expect(() => load('', { DIGEST_SERVER_LOGO: 'none.png' })).toThrow(/^server\.logo names a file/)
    expect(() => load('', { DIGEST_SERVER_ACCENT: 'red' })).toThrow(/^DIGEST_SERVER_ACCENT must be a colour/)
  })

  it('warn of a colour that YAML takes for a comment', () => {
    expect(load('server:\n  accent: #ffcc00\n').warnings).toEqual([
      "digest.yaml:2:3 server.accent is empty; write the colour in quotes, such as '#0a5c8a', since # begins a comment",
    ])
  })
})
