import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPublisher, type Publisher } from './publisher.ts'
import { emptyFolder, eventually, type Serving, startServing } from './run-cli.ts'

const DOC = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')

/** Stands for OpenTelemetry's packages, which are not installed here. They listen to the same channels of Node.js. */
const INSTRUMENTATION = `
import { subscribe } from 'node:diagnostics_channel'
const say = (text) => process.stderr.write(text + '\\n')
subscribe('http.server.request.start', ({ request }) => say('server span ' + request.url))
subscribe('undici:request:create', ({ request }) => say('client span ' + request.path))
`

let publisher: Publisher
let service: Serving

beforeAll(async () => {
  publisher = await openPublisher()
  const folder = emptyFolder()
  writeFileSync(join(folder, 'instrumentation.mjs'), INSTRUMENTATION)
  writeFileSync(join(folder, 'digest.yaml'), publisher.settingsFor(['feed']))
  service = await startServing([], { cwd: folder, nodeArgs: [flagOf(DOC), './instrumentation.mjs'] })
})

afterAll(async () => {
  await service.stop()
  await publisher.close()
})

it.each(['server span /api/items', 'client span /feed'])(
  'the command for traces starts a service that packages see from outside: %s',
  async (span) => {
    await fetch(`${service.url}/api/items`)

    const { stderr } = await eventually(service.output, ({ stderr: said }) => said.includes(span))

    expect(stderr).toContain(span)
  },
)

/** The flag of Node.js that the docs load the packages with, before the built service. */
function flagOf(doc: string): string {
  const [, flag = ''] = /^node (--\w+) @opentelemetry\/\S+ dist\/cli\/main\.js serve$/m.exec(doc) ?? []
  return flag
}
