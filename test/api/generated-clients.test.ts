import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { apiOf } from './api-of.ts'
import { ask } from './ask.ts'
import { openWorld } from './world.ts'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const TYPESCRIPT_5 = new URL('../../scripts/typescript-5.mjs', import.meta.url).href

const run = promisify(execFile)

const COMPILER_FLAGS =
  '--strict --noEmit --skipLibCheck --allowImportingTsExtensions --module esnext --moduleResolution bundler --target es2023 --lib es2023,dom,dom.iterable --types node'.split(
    ' ',
  )

const api = apiOf(() => openWorld(20))

/** A generator of clients, and a program that uses what it made. */
interface Generator {
  readonly bin: string
  readonly flags: readonly string[]
  readonly program: string
}

/** What each program does with the service at the address that it is given. */
const QUERY = `{ limit: 2, ids: [4, 6, 8], fields: ['id', 'title'], include: ['scoreBreakdown'] }`

const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript and openapi-fetch': {
    bin: 'openapi-typescript/bin/cli.js',
    flags: ['openapi.json', '--output', 'made.ts'],
    program: `
      import createClient from 'openapi-fetch'
      import type { paths } from './made.ts'

      const client = createClient<paths>({ baseUrl: process.argv[2] })
      const { data } = await client.GET('/api/items', { params: { query: ${QUERY} } })
      if (data === undefined) throw new Error('no items')
      const title: string = data.items[0].title
      console.log(title)

      // @ts-expect-error: no such field
      void client.GET('/api/items', { params: { query: { fields: ['titel'] } } })
      // @ts-expect-error: an id is a number
      void client.GET('/api/items', { params: { query: { ids: ['four'] } } })`,
  },
  '@hey-api/openapi-ts': {
    bin: '@hey-api/openapi-ts/dist/run.mjs',
    flags: ['--input', 'openapi.json', '--output', 'made', '--no-log-file'],
    program: `
      import { client } from './made/client.gen.ts'
      import { listItems } from './made/sdk.gen.ts'

      client.setConfig({ baseUrl: process.argv[2] })
      const { data } = await listItems({ query: ${QUERY}, throwOnError: true })
      const title: string = data.items[0].title
      console.log(title)

      // @ts-expect-error: no such field
      void listItems({ query: { fields: ['titel'] } })
      // @ts-expect-error: an id is a number
      void listItems({ query: { ids: ['four'] } })`,
  },
}

describe('a client that is generated from the description', () => {
  it.each(Object.entries(GENERATORS))(
    'by %s compiles strictly and reads items',
    async (_, { bin, flags, program }) => {
      const cwd = await mkdtemp(join(tmpdir(), 'digest-client-'))
      await symlink(MODULES, join(cwd, 'node_modules'))
      await writeFile(join(cwd, 'package.json'), '{ "type": "module" }')
      await writeFile(join(cwd, 'openapi.json'), (await ask(`${api.base}/api-docs.json`)).bytes)
      await writeFile(join(cwd, 'use.ts'), program)

      await run(process.execPath, ['--import', TYPESCRIPT_5, join(MODULES, bin), ...flags], { cwd })
      const compiled = await run(
        process.execPath,
        [join(MODULES, 'typescript/bin/tsc'), ...COMPILER_FLAGS, 'use.ts'],
        { cwd },
      ).catch((error: { readonly stdout: string }) => error)
      const used = await run(process.execPath, ['--import', 'tsx', 'use.ts', api.base], { cwd })

      expect(compiled.stdout).toBe('')
      expect(used.stdout.trim()).toBe('Rivers & <tides> of 8')
      await rm(cwd, { recursive: true })
    },
  )
})
