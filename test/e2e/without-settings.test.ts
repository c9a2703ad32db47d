import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, newAddress } from '../store/postgres-fixture.ts'
import { openPublisher, type Publisher } from './publisher.ts'
import { emptyFolder, eventually, runCli, serve, type Serving } from './run-cli.ts'

interface ListAnswer {
  readonly items: readonly { readonly id: string; readonly title: string }[]
}

let publisher: Publisher
beforeAll(async () => {
  publisher = await openPublisher()
})
afterAll(() => publisher.close())

/** A folder whose settings have one source, already visited. */
async function collected(store: string): Promise<string> {
  const folder = emptyFolder()
  writeFileSync(
    join(folder, 'digest.yaml'),
    `${store === '' ? '' : `store: ${JSON.stringify(store)}\n`}${publisher.settingsFor(['paper'])}`,
  )
  const { code, stderr } = await runCli(['collect'], folder)
  expect([code, stderr]).toEqual([0, expect.any(String)])
  return folder
}

/** What a service shows and says, which is ended then. @param data its data folder */
async function outcomeOf(service: Serving, data: string) {
  const list = async (path: string): Promise<ListAnswer['items']> =>
    ((await (await fetch(service.url + path)).json()) as ListAnswer).items
  const [items, sources] = [await list('/api/items'), await list('/api/sources')]
  const { code } = await service.stop()
  const { stdout, stderr } = service.output()
  return {
    titles: items.map(({ title }) => title),
    sources: sources.map(({ id }) => id),
    code,
    saysWhy: /there is no digest\.yaml here, and so no sources: .* nothing is collected/.test(stderr),
    isInvented: /invented/.test(stdout) || existsSync(join(data, 'newsroom.db')),
  }
}

/** The store of `collected`, as it is. */
const SERVED = {
  titles: ['Item of paper'],
  sources: ['paper'],
  code: 0,
  saysWhy: true,
  isInvented: false,
}

describe('serve without settings', () => {
  it('shows the store that --store names, and leaves its sources in it', async () => {
    const store = `sqlite:${join(await collected(''), 'data', 'digest.db')}`
    const [folder, again] = [emptyFolder(), emptyFolder()]

    const byFlag = await outcomeOf(await serve(['--store', store], folder), join(folder, 'data'))
    const byVariable = await outcomeOf(await serve([], again, { DIGEST_STORE: store }), join(again, 'data'))

    expect([byFlag, byVariable]).toEqual([SERVED, SERVED])
  })

  it('shows the store of the data folder with --no-collect', async () => {
    const data = join(await collected(''), 'data')

    const outcome = await outcomeOf(await serve(['--no-collect', '--data', data], emptyFolder()), data)

    expect(outcome).toEqual(SERVED)
  })

  it('shows the sample newsroom where a variable says only where the data is to be', async () => {
    const folder = emptyFolder()
    const service = await serve([], folder, { DIGEST_DATA: './elsewhere' })

    expect(service.output().stdout).toMatch(/invented/)
    expect((await service.stop()).code).toBe(0)
    expect(existsSync(join(folder, 'elsewhere', 'newsroom.db'))).toBe(true)
  })

  it('says which file has no sources', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'digest.yaml'), 'sources: []\n')
    const service = await serve([], folder)

    await eventually(
      () => Promise.resolve(service.output().stderr),
      (log) => /digest\.yaml has no sources: nothing is collected/.test(log),
    )
    expect((await service.stop()).code).toBe(0)
  })
})

describe.skipIf(!hasPostgres('serve without settings, with a PostgreSQL store'))('with PostgreSQL', () => {
  it('shows the store that DIGEST_STORE names, and leaves its sources in it', async () => {
    const { url } = await newAddress()
    await collected(url)
    const folder = emptyFolder()

    const outcome = await outcomeOf(await serve([], folder, { DIGEST_STORE: url }), join(folder, 'data'))

    expect(outcome).toEqual(SERVED)
  })

  it.each(['collector', 'digester'])('refuses the role %s, which would find no sources', async (role) => {
    const { code, stderr } = await runCli(['serve', '--role', role], emptyFolder(), {
      DIGEST_STORE: 'postgres://nobody.invalid/digest',
    })

    expect(code).toBe(2)
    expect(stderr).toBe(
      `--role ${role} needs sources, and there is no digest.yaml here: name the file with --config\n`,
    )
  })
})
