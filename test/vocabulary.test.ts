import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..')

const FOLDERS = ['src', 'sample', 'web', 'client', 'test', 'bench', 'research', 'trials']

/** Words for which the vocabulary in CONTRIBUTING.md has others; no part of a name is one of them. */
const RETIRED_WORDS = new Set(
  `stretch stretches peaks standing closeness joints walker keeper follower followers likest heaviest lone
  strand strands habits settle settles sketch tellings kin wish wishes
  tell tells told teller tellers telling unsteady elsewhere shelf shelves refile newsdesk`
    .trim()
    .split(/\s+/),
)

/** How names of bounds no longer begin: they are `MAX_…` and `MIN_…`. */
const RETIRED_BOUND = /^(?:MOST|LEAST)_/

describe('the names in the code', () => {
  it.each(FOLDERS)('have no retired word in %s', (folder) => {
    const retired = filesIn(folder).flatMap((file) =>
      retiredNames(readFileSync(join(ROOT, file), 'utf8')).map((name) => `${file}: ${name}`),
    )

    expect(retired).toEqual([])
  })

  it('are found wherever they stand', () => {
    const code = 'const lastTold = `of ${storyTeller(MOST_ITEMS)}`'

    expect(retiredNames(code)).toEqual(['lastTold', 'storyTeller', 'MOST_ITEMS'])
  })

  it('are not words of comments and texts', () => {
    const code = "// It tells a story.\nconst text = 'told' + `it tells` /* told */"

    expect(retiredNames(code)).toEqual([])
  })
})

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)
}

/** Identifiers with a retired word, each once. */
function retiredNames(code: string): string[] {
  const names = new Set(withoutTexts(code).match(/(?<![\w$])[A-Za-z_$][\w$]*/g))
  return [...names].filter(
    (name) => RETIRED_BOUND.test(name) || wordsOf(name).some((word) => RETIRED_WORDS.has(word)),
  )
}

/** Code without comments and strings; of a template, what it inserts. */
function withoutTexts(code: string): string {
  return code
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join(' '))
}

/** `storyTeller` is `story` and `teller`. */
function wordsOf(name: string): string[] {
  return name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase())
}
