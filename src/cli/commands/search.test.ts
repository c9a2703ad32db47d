import { join } from 'node:path'
import { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { scratchFolder } from '../../../test/scratch-folder.ts'
import { aDraft, anInsert, aVisit, NOW } from '../../../test/store/drafts.ts'
import { SEARCH_ORDERS } from '../../model/filter.ts'
import { openSqliteStore } from '../../store/sqlite/open.ts'
import { registerSearch } from './search.ts'

const folder = scratchFolder('search')

beforeAll(async () => {
  const store = await openSqliteStore(join(folder, 'digest.db'), { now: () => NOW })
  await store.syncSources([aSource('paper')], NOW)
  const drafts = [
    { title: 'Storms over Rome', summary: 'A storm \u001b[31mcame\u0007.' },
    { title: 'Government budget', summary: 'Numbers & more.' },
  ]
  const inserts = drafts.map((draft, i) => anInsert(i + 1, i + 1, aDraft(`a${i}`, draft)))
  await store.saveVisit(aVisit('paper', { inserts }))
  await store.close()
})

async function run(args: readonly string[], isTTY = false): Promise<string> {
  let out = ''
  const program = new Command().exitOverride()
  const stdout = { isTTY, write: (text: string) => (out += text) }
  registerSearch(program, {
    io: { stdout, stderr: { write: () => true } },
    cwd: folder,
    env: undefined,
    now: () => NOW,
    exit: () => undefined,
  })
  await program.parseAsync(['node', 'x', 'search', '--data', folder, ...args])
  return out
}

describe('content-digest search', () => {
  it('prints what it found, best first, and how many there are', async () => {
    const text = await run(['storm'])

    expect(text).toContain('Storms over Rome\nThe paper · 2026-03-02 11:00 UTC · general · score')
    expect(text).toContain('https://paper.example/a0\n\n1 item found.')
  })

  it('marks what it found for a terminal, and only there', async () => {
    expect(await run(['storm'], true)).toContain('\u001b[7mStorms\u001b[27m over Rome')
    expect(await run(['storm'])).not.toContain('\u001b')
  })

  it('lets no source write to the terminal', async () => {
    expect(await run(['storm'], true)).not.toContain('\u0007')
    expect(await run(['storm'], true)).toContain('storm\u001b[27m  [31mcame')
  })

  it('says what it did beyond the query', async () => {
    expect(await run(['goverment'])).toContain('found government instead')
    expect(await run(['storm', 'budget'])).toContain('these have some of them')
  })

  it('gives scripts an object', async () => {
    expect(JSON.parse(await run(['--json', 'storm']))).toMatchObject({
      query: 'storm',
      total: 1,
      relaxed: false,
      corrected: null,
      items: [{ id: 1, title: 'Storms over Rome', relevance: 1 }],
    })
  })

  it.each(SEARCH_ORDERS)('has the order %s', async (order) => {
    expect(await run(['storm', '--sort', order])).toContain('1 item found.')
  })

  it.each([
    [['...'], 'the query has no word'],
    [['storm', '--limit', '0'], 'whole number from 1 to 500'],
    [['storm', '--sort', 'best'], 'Allowed choices are relevance'],
  ])('refuses %j and says why', async (args, why) => {
    await expect(run(args)).rejects.toThrow(why)
  })
})
