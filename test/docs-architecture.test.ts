import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('../', import.meta.url)

/** Pages that lead people to files; what decisions tell of may be gone. */
const PAGES = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  ...readdirSync(new URL('docs/', ROOT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** A path of this repository in backticks. Names in capitals stand for any name. */
const PATH = /`((?:src|test|research|sample|web|scripts|bench|deploy)\/[\w./-]*)`/g

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(new URL(page, ROOT), 'utf8')
  const paths = [...text.matchAll(PATH)]
    .map(([, path]) => path ?? '')
    .filter((path) => !/[A-Z]{3,}/.test(path))

  it('names only files and folders that exist', () => {
    expect(paths.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([])
  })

  it('has no link to a file or section that is not there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link]) => link ?? '')

    expect(links.filter((link) => !leadsSomewhere(new URL(link, new URL(page, ROOT))))).toEqual([])
  })

  it('has no long sentence', () => {
    expect(sentencesOf(text).filter((sentence) => wordsIn(sentence) > MAX_WORDS)).toEqual([])
  })
})

const MAX_WORDS = 30

/** Sentences, and parts that a colon or semicolon ends, of running text: no code, tables and headings. */
function sentencesOf(markdown: string): string[] {
  return markdown
    .replaceAll(/^ *```.*?^ *```/gms, '')
    .replaceAll(/^(?:\||#).*$/gm, '')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/`[^`]*`/g, 'CODE')
    .split(/\n\s*\n|\n\s*(?:[-*]|\d+\.) /)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:;]) /))
}

function wordsIn(sentence: string): number {
  return sentence.split(' ').filter((word) => /\w/.test(word)).length
}

it('sees paths at all', () => {
  const page = readFileSync(new URL('ARCHITECTURE.md', ROOT), 'utf8')

  expect([...page.matchAll(PATH)].length).toBeGreaterThan(50)
})

describe('the table of folders', () => {
  it('has what each folder may import', () => {
    const page = readFileSync(new URL('ARCHITECTURE.md', ROOT), 'utf8')
    const test = readFileSync(new URL('test/architecture.test.ts', ROOT), 'utf8')

    const rules = between(test, 'const MAY_IMPORT', '\n}\n')
    for (const [, folder = '', list = ''] of rules.matchAll(/^ {2}(\w+): \[([^\]]*)\]/gm)) {
      const allowed = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name ?? '')
      const cell = page.split('\n').find((line) => line.startsWith(`| \`src/${folder}/\` |`))
      const said = cell?.split('|').at(-2)?.replaceAll('`', '').trim() ?? 'no row'
      const wanted = folder === 'cli' ? 'all' : allowed.length === 0 ? 'nothing' : allowed.join(', ')
      expect({ folder, said }).toEqual({ folder, said: wanted })
    }
  })
})

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start)
  return text.slice(from, text.indexOf(end, from))
}

function leadsSomewhere(link: URL): boolean {
  const file = new URL(link.pathname, link)
  if (!existsSync(file)) return false
  if (link.hash === '') return true
  const titles = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)]
  return titles.some(([, title]) => `#${anchorOf(title ?? '')}` === link.hash)
}

/** As GitHub makes anchors of headings. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}
