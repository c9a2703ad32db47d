import { exec } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, type Site } from '../collect/loopback.ts'
import { emptyFolder, eventually, runCli, serve, type Serving } from './run-cli.ts'

const feed = (...titles: string[]): string =>
  `<rss><channel><title>Feed</title>${titles.map((title) => `<item><title>${title}</title><link>https://paper.example/${title}</link></item>`).join('')}</channel></rss>`

describe('sources that are taken out', () => {
  const cwd = emptyFolder()
  const settings = join(cwd, 'digest.yaml')
  const run = (...args: string[]) => runCli(args, cwd)
  let site: Site
  let service: Serving | undefined

  const lineOf = (id: string): string => `  - { id: ${id}, url: "${site.url}/${id}" } # ${id} itself\n`
  const titles = async (): Promise<string[]> => {
    const answer = await fetch(`${service?.url}/api/items?sort=oldest`)
    const { items } = (await answer.json()) as { items: { title: string }[] }
    return items.map(({ title }) => title).toSorted()
  }

  beforeAll(async () => {
    site = await openSite({
      '/herald': feed('One', 'Shared'),
      '/courier': feed('Shared', 'Two'),
      '/merged': (_, response) => response.writeHead(301, { location: '/courier' }).end(),
      '/old': feed('Three'),
    })
    const sources = ['herald', 'courier', 'merged', 'old'].map(lineOf).join('')
    writeFileSync(settings, `collect: { allowAddresses: 127.0.0.1 }\nsources:\n${sources}`)
    await run('collect', '--now')
    await run('collect', '--now')
  })
  afterAll(async () => {
    await service?.stop()
    await site.close()
  })

  it('are named by doctor where two have become one feed', async () => {
    const { stdout } = await run('doctor')

    expect(stdout).toContain('DUPLICATE merged')
    expect(stdout).toContain('it has become the same feed as courier')
    expect(stdout).toContain('content-digest sources remove merged')
  })

  it('keep their items, as doctor and the list say', async () => {
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(lineOf('old'), ''))
    await run('collect')

    const doctor = await run('doctor')
    const list = await run('sources', 'list')
    const { stdout: json } = await run('doctor', '--json')

    expect(doctor.stdout).toMatch(/1 source no longer in the settings, .*\n {2}old {2}1 item\n/)
    expect(list.stdout).toMatch(/^herald +ok +2 items +Feed$/m)
    expect(list.stdout).toMatch(/^old +- +1 item +not in the settings: its items stay/m)
    expect(JSON.parse(json)).toMatchObject({ left: [{ id: 'old', items: 1 }] })
  })

  it('are not taken out where nobody agreed, and not where nobody knows them', async () => {
    const before = readFileSync(settings, 'utf8')

    const asked = await run('sources', 'remove', 'herald')
    const unknown = await run('sources', 'remove', 'heralds', 'herald', 'nobody', '--yes')

    expect([asked.code, unknown.code]).toEqual([2, 2])
    expect(asked.stderr).toMatch(/nothing was done; --yes does it, --keep-items keeps them/)
    expect(unknown.stderr).toContain(
      "no source has the id 'heralds'; did you mean 'herald'?\nno source has the id 'nobody'\n",
    )
    expect(readFileSync(settings, 'utf8')).toBe(before)
  })

  it('are listed and left as they are where there are no settings', async () => {
    const other = emptyFolder()
    const store = `sqlite:${join(cwd, 'data/digest.db')}`

    const list = await runCli(['sources', 'list', '--store', store], other)
    const removed = await runCli(['sources', 'remove', 'courier', '--yes', '--store', store], other)

    expect(list.stdout).toMatch(/^courier +ok +2 items +Feed$/m)
    expect(removed.code).toBe(2)
    expect(removed.stderr).toContain('there is no digest.yaml here; name the settings with --config')
    expect((await run('sources', 'list')).stdout).toMatch(/^courier +ok +2 items +Feed$/m)
  })

  it('go with their items beside a running service, but for those that others have', async () => {
    service = await serve([], cwd)
    await eventually(titles, (all) => all.length === 4)

    const merged = await run('sources', 'remove', 'merged', '--yes')
    const courier = await run('sources', 'remove', 'courier', '--yes')
    const old = await run('sources', 'remove', 'old', '--yes')

    expect(merged.stderr).toBe(
      "Took 'merged' out of digest.yaml.\n0 items deleted; 2 that other sources have too stay.\n",
    )
    expect(courier.stderr).toContain('1 item deleted; 1 that other sources have too stay.')
    expect(old.stderr).toBe('1 item deleted.\n')
    expect(await eventually(titles, (all) => all.length === 2)).toEqual(['One', 'Shared'])
    expect(readFileSync(settings, 'utf8')).toBe(
      `collect: { allowAddresses: 127.0.0.1 }\nsources:\n${lineOf('herald')}`,
    )
    expect((await run('doctor')).stdout).not.toContain('no longer in the settings')
  })

  it('bring their items again where they come back', async () => {
    appendFileSync(settings, lineOf('courier'))
    await run('collect', 'courier', '--now')

    expect(await eventually(titles, (all) => all.includes('Two'))).toEqual(['One', 'Shared', 'Two'])
  })

  it('keep their items where that is asked for', async () => {
    const { code, stderr } = await run('sources', 'remove', 'courier', '--keep-items')

    expect([code, stderr]).toEqual([
      0,
      "Took 'courier' out of digest.yaml.\n1 item of 'courier' stay until retention deletes them.\n",
    ])
    expect(await titles()).toEqual(['One', 'Shared', 'Two'])
    const page = async (): Promise<string> => (await fetch(`${service?.url}/sources`)).text()
    expect(await eventually(page, (html) => html.includes('of removed sources'))).toContain(
      '1 article of removed sources: kept until retention deletes them.',
    )
  })
})

describe('several sources at once', () => {
  const cwd = emptyFolder()
  const settings = join(cwd, 'digest.yaml')
  const lineOf = (id: string): string => `  - { id: ${id}, url: "${site.url}/${id}" }\n`
  let site: Site
  let hasEnded = false

  beforeAll(async () => {
    const ending =
      (...titles: string[]) =>
      (_: unknown, response: ServerResponse) =>
        hasEnded ? response.writeHead(410).end() : response.end(feed(...titles))
    site = await openSite({
      '/herald': feed('One', 'Shared', 'Both'),
      '/dead': ending('Shared', 'Both', 'Two'),
      '/ended': ending('Shared', 'Both'),
    })
    const sources = ['herald', 'dead', 'ended'].map(lineOf).join('')
    writeFileSync(settings, `collect: { allowAddresses: 127.0.0.1 }\nsources:\n${sources}`)
    await runCli(['collect', '--now'], cwd)
    hasEnded = true
    await runCli(['collect', '--now'], cwd)
  })
  afterAll(() => site.close())

  it('are listed by their state', async () => {
    const gone = await runCli(['sources', 'list', '--status', 'gone', 'failing'], cwd)
    const failing = await runCli(['sources', 'list', '--status', 'failing'], cwd)

    expect(gone.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(['dead', 'ended', ''])
    expect([failing.code, failing.stdout]).toEqual([0, ''])
  })

  it('go together with the items that only they have', async () => {
    const { stdout, stderr } = await runCli(['sources', 'remove', 'dead', 'ended', '--yes', '--json'], cwd)

    expect(stderr).toBe(
      "Took 'dead', 'ended' out of digest.yaml.\n1 item of 'dead' deleted; 2 that other sources have too stay.\n0 items of 'ended' deleted; 2 that other sources have too stay.\n",
    )
    expect(JSON.parse(stdout)).toEqual([
      { id: 'dead', removed: true, deleted: 1, kept: 0, shared: 2 },
      { id: 'ended', removed: true, deleted: 0, kept: 0, shared: 2 },
    ])
    expect(readFileSync(settings, 'utf8')).not.toMatch(/dead|ended/)
  })
})

it('go from one folder to another through a pipe', async () => {
  const [from, to] = [emptyFolder(), emptyFolder()]
  writeFileSync(join(from, 'digest.yaml'), 'sources:\n  - { id: one, url: https://one.example/feed }\n')
  const main = join(import.meta.dirname, '../../dist/cli/main.js')

  const piped = `"${process.execPath}" "${main}" export | (cd "${to}" && "${process.execPath}" "${main}" import -)`
  const { stdout } = await promisify(exec)(piped, { cwd: from })

  expect(stdout).toContain('digest.yaml: 1 feeds read: 1 added')
  expect(readFileSync(join(to, 'digest.yaml'), 'utf8')).toContain('url: https://one.example/feed')
})
