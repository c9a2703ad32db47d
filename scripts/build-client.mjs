// Builds client/ into FOLDER: one file for all runtimes, and its types. client/openapi.ts, the types of the interface, is made
// anew from the description that the service gives of itself.
import './typescript-5.mjs'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { tsImport } from 'tsx/esm/api'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const client = join(root, 'client')

export async function buildClient(folder) {
  // Loaded here, since the compiler that it calls is replaced only now.
  const { default: openapiTypes, astToString } = await import('openapi-typescript')
  const types = await openapiTypes(essence(await describeInterface()), { immutable: true })
  writeFileSync(join(client, 'openapi.ts'), `// Made by scripts/build-client.mjs.\n\n${astToString(types)}`)
  await build({
    absWorkingDir: root,
    entryPoints: [join(client, 'client.ts')],
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
  })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const flags = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', folder]
  execFileSync(process.execPath, [tsc, '-p', client, ...flags], { stdio: 'inherit' })
}

/** The description needs the routes alone: nothing is read and nothing listens. */
async function describeInterface() {
  const { createServer } = await tsImport('../src/api/server.ts', import.meta.url)
  const { interfaceDocument } = await tsImport('../src/api/interface-document.ts', import.meta.url)
  const config = { corsOrigins: [], apiKeys: [] }
  const app = createServer({ config, store: {}, search: {}, now: Date.now, version: '', startedAt: 0 })
  await app.ready()
  const document = interfaceDocument(app)
  await app.close()
  return document
}

/** What the client has types of: what the API is asked, and what it answers, without examples. A tenth of the description. */
function essence({ paths, components, ...document }) {
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .map(([path, { get }]) => {
      const { operationId, summary, parameters = [], responses } = get
      const { description, content } = responses[200]
      const answer = { description, content: valuesOf(content, withoutExample) }
      const asked = parameters.map(withoutExample)
      return [path, { get: { operationId, summary, parameters: asked, responses: { 200: answer } } }]
    })
  return {
    ...document,
    paths: Object.fromEntries(operations),
    components: {
      schemas: components.schemas,
      parameters: valuesOf(components.parameters, withoutExample),
    },
  }
}

function withoutExample(part) {
  return Object.fromEntries(Object.entries(part).filter(([name]) => name !== 'example'))
}

function valuesOf(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
}
