import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf } from '../api/api-of.ts'
import { openWorld } from '../api/world.ts'
import { hasBrowser, keptBrowser } from '../browser.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const run = promisify(execFile)

const api = apiOf(openWorld)

/** A project with the package as npm packs it, and nothing else but types of Node.js. */
let project: string

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'digest-project-'))
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', project]
  const { stdout } = await run('npm', pack, { cwd: ROOT })
  const [{ filename }] = JSON.parse(stdout) as [{ readonly filename: string }]
  const modules = join(project, 'node_modules')
  await mkdir(join(modules, 'content-digest'), { recursive: true })
  const unpack = ['-xzf', filename, '-C', join(modules, 'content-digest'), '--strip-components=1']
  await run('tar', unpack, { cwd: project })
  await symlink(join(ROOT, 'node_modules/@types'), join(modules, '@types'))
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }')
})

afterAll(() => rm(project, { recursive: true }))

/**
 * Of the checks that a compiler has, all that are stricter than usual. The types of the client are checked as well where they
 * are used in a browser, those of the compiler and of Node.js are not.
 */
const STRICT = [
  '--strict',
  '--noEmit',
  '--exactOptionalPropertyTypes',
  '--noUncheckedIndexedAccess',
  '--noPropertyAccessFromIndexSignature',
  '--verbatimModuleSyntax',
  '--isolatedModules',
  '--skipDefaultLibCheck',
]

const OF_NODE = '--module nodenext --target es2022 --lib es2023 --types node --skipLibCheck'.split(' ')
/** Without the types of Node.js and of all other packages. */
const OF_BROWSER =
  '--module esnext --moduleResolution bundler --target es2022 --lib es2023,dom,dom.iterable --types content-digest/client'.split(
    ' ',
  )

const COMPILERS = ['typescript', 'typescript-5']

/** What the compilers say of files of the project. */
async function compile(
  compiler: string,
  flags: readonly string[],
  ...files: readonly string[]
): Promise<string> {
  const tsc = join(ROOT, 'node_modules', compiler, 'bin/tsc')
  return run(process.execPath, [tsc, ...STRICT, ...flags, ...files], { cwd: project }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  )
}

const PROGRAM = `
import { type Change, createClient, DigestProblem, type Item } from 'content-digest/client'

const digest = createClient(BASE, { key: 'none', onRetry: (problem) => console.error(problem.code) })

for await (const item of digest.items({ category: 'science', limit: 50 })) {
  const whole: Item = item
  const author: string | null = whole.author
  const text: string | undefined = whole.contentText
  console.log(author, text)
}
for await (const hit of digest.search({ q: 'rivers', fields: ['title', 'relevance'] })) {
  const relevance: number = hit.relevance
  // @ts-expect-error: not asked for
  console.log(relevance, hit.url)
}
const story = await digest.story({ id: 7, fields: ['title', 'items.url'] })
const urls: string[] = story.items.map(({ url }) => url)
// @ts-expect-error: not asked for
console.log(urls, story.nearest)
// @ts-expect-error: not asked for
console.log(story.items[0]?.title)
const { total }: { total: number } = await digest.trending({ hours: 24 }).page()
const slug: string = (await digest.get('/api/sources', { status: 'ok' })).items[0]?.id ?? ''
console.log(total, slug)

export function told(change: Change<'title'>): string {
  if (change.op === 'put') return change.item.title
  if (change.op === 'delete') return String(change.mergedInto)
  return change.detail
}
export function isMissing(error: unknown): boolean {
  // @ts-expect-error: no such code
  return error instanceof DigestProblem && (error.code === 'notFound' || error.code === 'notThere')
}

export function wrong(): void {
  // @ts-expect-error: no such parameter
  void digest.items({ categori: 'science', limit: 1 })
  // @ts-expect-error: no such order
  void digest.items({ sort: 'best' })
  // @ts-expect-error: no such field
  void digest.items({ fields: ['titel'] })
  // @ts-expect-error: a search needs words
  void digest.search({ limit: 1 })
  // @ts-expect-error: no such path
  void digest.get('/api/nothing')
}
`

/** A page of another site. */
const SITE = `<!doctype html>
<title>Another site</title>
<script type="module">
  import { createClient, DigestProblem } from '/client.js'

  const digest = createClient(BASE, { key: 'any' })
  const titles = []
  for await (const { title } of digest.items({ category: 'science', limit: 9 })) titles.push(title)
  const problem = await digest.article({ id: 99999 }).catch((error) => error)
  const ids = []
  for await (const change of digest.changes({ category: 'science' })) {
    if (change.op === 'put') ids.push(change.id)
    if (ids.length === titles.length) break
  }
  const code = problem instanceof DigestProblem ? problem.code : String(problem)
  const output = document.createElement('output')
  output.textContent = JSON.stringify({ titles, ids, code })
  document.body.append(output)
</script>`

describe('the client in a project of its own', () => {
  it.each(COMPILERS)('compiles strictly with %s, for Node.js and for browsers', async (compiler) => {
    await writeFile(join(project, 'use.ts'), PROGRAM.replace('BASE', `'${api.base}'`))

    expect(await compile(compiler, OF_NODE, 'use.ts')).toBe('')
    expect(await compile(compiler, OF_BROWSER, 'use.ts')).toBe('')
  })

  it('runs in Node.js as the examples of its page show it, which compile strictly', async () => {
    const page = await readFile(join(ROOT, 'docs/client.md'), 'utf8')
    const examples = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) =>
      code.replaceAll('http://127.0.0.1:8080', api.base).replaceAll("'world'", "'science'"),
    )
    const names = examples.map((_, at) => `example-${at + 1}`)
    for (const [at, code] of examples.entries()) {
      await writeFile(join(project, `example-${at + 1}.ts`), code)
      await writeFile(join(project, `example-${at + 1}.js`), (await transform(code, { loader: 'ts' })).code)
    }

    expect(await compile('typescript', OF_NODE, ...names.map((name) => `${name}.ts`))).toBe('')
    const outputs = []
    for (const name of names) outputs.push(await run(process.execPath, [`${name}.js`], { cwd: project }))

    expect(outputs.map(({ stderr }) => stderr)).toEqual(outputs.map(() => ''))
    const [items, , stories, changes] = outputs.map(({ stdout }) => stdout.trim().split('\n'))
    expect(items?.length).toBeGreaterThan(5)
    expect(stories?.at(-1)).toBe('120 ok 3')
    expect(changes?.at(-1)).toMatch(/^40 items at \d+$/)
  })

  it.skipIf(!hasBrowser('the client in a browser'))(
    'runs in a browser, on the page of another site',
    async () => {
      const client = await readFile(join(project, 'node_modules/content-digest/dist/client/client.js'))
      const site = createServer((request, response) => {
        if (request.url === '/client.js') response.setHeader('content-type', 'text/javascript').end(client)
        else response.setHeader('content-type', 'text/html').end(SITE.replace('BASE', `'${api.base}'`))
      }).listen(0, '127.0.0.1')
      const page = await (await keptBrowser()).newPage()
      try {
        const address = site.address()
        await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
        const output = await page.locator('output').innerText()

        const seen = JSON.parse(output) as { titles: string[]; ids: number[]; code: string }
        expect(seen.code).toBe('notFound')
        expect(seen.titles).toHaveLength(40)
        expect(seen.ids.toSorted((a, b) => a - b)).toEqual(
          api.world.items.filter(({ category }) => category === 'science').map(({ id }) => id),
        )
      } finally {
        await page.close()
        site.close()
      }
    },
  )
})
