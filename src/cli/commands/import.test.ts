import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import type { CommandDeps } from '../io.ts'
import { exportSources } from './export.ts'
import { importSources } from './import.ts'

const LIST = `<opml><body><outline text="Tech & more">
  <outline text="One" xmlUrl="https://one.example/feed"/>
  <outline text="Two" xmlUrl="https://two.example/feed?key=s3cret"/>
  <outline text="Known" xmlUrl="http://www.known.example/"/>
  <outline text="Bad" xmlUrl="javascript:alert(1)"/>
</outline></body></opml>`

const SETTINGS = '# mine\nsources:\n  # the first\n  - { id: known, url: https://known.example } # kept\n'

let cwd = ''
let out = ''
let err = ''
let deps: CommandDeps
const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
const write = (name: string, text: string | Uint8Array): void => writeFileSync(join(cwd, name), text)

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'digest-import-'))
  out = ''
  err = ''
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
  }
  deps = { io, cwd, env: {}, now: () => Date.UTC(2026, 0, 1), exit: () => undefined }
})
afterEach(() => {
  rmSync(cwd, { recursive: true })
})

describe('import', () => {
  it('adds what is new, keeps every comment, and tells of each feed what became of it', () => {
    write('list.opml', LIST)
    write('digest.yaml', SETTINGS)

    importSources('list.opml', {}, deps)

    expect(read('digest.yaml')).toBe(
      `${SETTINGS}  - { id: one, name: One, url: https://one.example/feed, category: Tech & more }\n` +
        '  - { id: two, name: Two, url: https://two.example/feed?key=s3cret, category: Tech & more }\n',
    )
    expect(out.split('\n')).toEqual([
      '+ one  One  https://one.example/feed',
      '+ two  Two  https://two.example/feed?key=hidden',
      '= known  Known',
      "! Bad: url must be an address that begins with http:// or https://, or a short form: hn:top, reddit:r/NAME, youtube:@NAME, github:OWNER/REPO, mastodon:@USER@HOST, bluesky:@USER, lemmy:NAME@HOST, substack:NAME or podcast:NUMBER, not 'javascript:alert(1)'",
      'digest.yaml: 4 feeds read: 2 added (+), 1 already there (=), 1 refused (!)',
      '',
    ])
  })

  it('changes nothing the second time', () => {
    write('list.opml', LIST)
    importSources('list.opml', {}, deps)
    const first = read('digest.yaml')

    importSources('list.opml', {}, deps)

    expect(read('digest.yaml')).toBe(first)
    expect(out).toContain('0 added (+), 3 already there (=), 1 refused (!)')
  })

  it('makes a settings file where there is none', () => {
    write('list.opml', LIST)

    importSources('list.opml', {}, deps)

    expect(loadConfig({ cwd, env: {} }).sources.map(({ id }) => id)).toEqual(['one', 'two', 'known'])
  })

  it('writes nothing on a dry run', () => {
    write('list.opml', LIST)

    importSources('list.opml', { dryRun: true }, deps)

    expect(existsSync(join(cwd, 'digest.yaml'))).toBe(false)
    expect(out).toContain('3 to be added (+)')
  })

  it('leaves settings with faults alone, and tells them', () => {
    write('list.opml', LIST)
    write('digest.yaml', 'server: { prot: 1 }\n')

    expect(() => importSources('list.opml', {}, deps)).toThrow(/^digest\.yaml:1:11 unknown key 'prot'/)
    expect(read('digest.yaml')).toBe('server: { prot: 1 }\n')
  })

  it.each([
    ['text that is no list', 'hello', /this is neither OPML nor a list with an address in each line/],
    ['a list without feeds', '<opml><body><outline text="empty"/></body></opml>', /this OPML names no feeds/],
  ])('says so of %s', (_, text, message) => {
    write('list.opml', text)

    expect(() => importSources('list.opml', {}, deps)).toThrow(message)
    expect(existsSync(join(cwd, 'digest.yaml'))).toBe(false)
  })

  it('reads the charset that a list declares', () => {
    const text =
      '<?xml version="1.0" encoding="iso-8859-1"?><opml><outline text="Ärger" xmlUrl="https://a.example/"/></opml>'
    write('list.opml', Buffer.from(text, 'latin1'))

    importSources('list.opml', {}, deps)

    expect(loadConfig({ cwd, env: {} }).sources[0]?.name).toBe('Ärger')
  })

  it('adds the feeds of a list of addresses, and names the lines that have none', () => {
    write('urls', '\uFEFFhttps://a.example/feed tech "~A feed"\nmastodon:@ann@b.example\nexec:script\n')

    importSources('urls', {}, deps)

    expect(
      loadConfig({ cwd, env: {} }).sources.map(({ id, name, category, url }) => [id, name, category, url]),
    ).toEqual([
      ['a-feed', 'A feed', 'tech', 'https://a.example/feed'],
      ['mastodon-ann-b-example', '@ann@b.example', 'general', 'https://b.example/@ann.rss'],
    ])
    expect(out).toContain('! exec:script: it has no url')
  })

  it('keeps a byte order mark where it was', () => {
    write('list.opml', LIST)
    write('digest.yaml', `\uFEFF${SETTINGS}`)

    importSources('list.opml', {}, deps)

    expect(read('digest.yaml').startsWith(`\uFEFF${SETTINGS}  - { id: one`)).toBe(true)
  })

  it('says so of a file that is not there', () => {
    expect(() => importSources('nowhere.opml', {}, deps)).toThrow('nowhere.opml: there is no such file')
    expect(() => importSources('.', {}, deps)).toThrow('this is a folder')
    expect(() => importSources('https://a.example/x.opml?key=k', {}, deps)).toThrow(
      'import reads a file: save',
    )
  })
})

describe('export', () => {
  it('writes OPML that import reads back, and says what it left out', () => {
    write('list.opml', LIST)
    importSources('list.opml', {}, deps)
    out = ''

    const code = exportSources({}, deps)

    write('export.opml', out)
    importSources('export.opml', { config: 'other.yaml' }, deps)
    const back = loadConfig({ cwd, env: {}, flags: { config: 'other.yaml' } }).sources
    expect(code).toBe(0)
    expect(err).toBe('two: its address has credentials or a token; they are left out\n')
    expect(back.map(({ id, category, url }) => [id, category, url])).toEqual([
      ['one', 'tech-and-more', 'https://one.example/feed'],
      ['two', 'tech-and-more', 'https://two.example/feed?key=hidden'],
      ['known', 'tech-and-more', 'http://www.known.example/'],
    ])
  })

  it('takes no fragment for a secret', () => {
    write('digest.yaml', 'sources:\n  - { id: part, url: "https://one.example/feed#news" }\n')

    exportSources({}, deps)

    expect(err).toBe('')
    expect(out).toContain('xmlUrl="https://one.example/feed"')
  })

  it('is named like the list that the service gives', () => {
    write('digest.yaml', `server: { title: River <News> }\n${SETTINGS}`)

    exportSources({}, deps)

    expect(out).toContain('<title>River &lt;News&gt;: sources</title>')
  })

  it('writes to a file', () => {
    write('digest.yaml', SETTINGS)

    exportSources({ output: 'x.opml' }, deps)

    expect(out).toBe('')
    expect(read('x.opml')).toContain('xmlUrl="https://known.example/"')
    expect(err).toBe('Wrote 1 sources to x.opml\n')
  })
})
