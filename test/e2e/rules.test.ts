import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, type Site } from '../collect/loopback.ts'
import { emptyFolder, eventually, runCli, serve, type Serving } from './run-cli.ts'

interface ItemAnswer {
  readonly title: string
  readonly url: string
  readonly category: string
  readonly region: string | null
  readonly tags: readonly string[]
  readonly score: number
}

const feed = (...items: readonly (readonly [title: string, path: string, text?: string])[]): string =>
  `<rss><channel><title>Paper</title>${items
    .map(
      ([title, path, text = '']) =>
        `<item><title>${title}</title><link>https://paper.example/${path}</link><description>${text}</description></item>`,
    )
    .join('')}</channel></rss>`

const RULES = `rules:
  - name: no adverts
    when: { title: sponsored }
    then: drop
  - when: { url: /sport/ }
    then: { category: sport, region: gb, addTags: Games, weight: 4 }
  - when: { title: '/^VIDEO: /' }
    then: { title: { replace: '/^VIDEO: /' } }
  - when: { content: [ferry, ferries] }
    then: { url: { replace: 'https://paper.example/', with: 'https://m.paper.example/' } }
`

describe('rules', () => {
  const cwd = emptyFolder()
  let site: Site
  let service: Serving | undefined
  let shown = feed(
    ['Sponsored: a boat', 'ad'],
    ['Goal', 'sport/1'],
    ['VIDEO: The harbour', 'video'],
    ['Crossing', 'crossing', 'A ferry runs again'],
    ['Nothing of all that', 'plain'],
  )

  const settings = (rules: string): void =>
    writeFileSync(
      join(cwd, 'digest.yaml'),
      `collect: { allowAddresses: 127.0.0.1, timeout: 60s }\n${rules}sources:\n  - { id: paper, url: '${site.url}/feed' }\n`,
    )

  beforeAll(async () => {
    site = await openSite({ '/feed': (_, response) => response.end(shown) })
    settings('')
    await runCli(['collect', '--all'], cwd)
  })

  afterAll(async () => {
    await service?.stop()
    await site.close()
  })

  it('are held against what is stored, which stays as it is', async () => {
    settings(RULES)
    const before = readFileSync(join(cwd, 'data/digest.db'))

    const { code, stdout, stderr } = await runCli(['check', '--rules'], cwd)

    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toContain(
      [
        'rules[0] (no adverts): 1 item to be deleted',
        '    · Sponsored: a boat',
        'rules[1]: held for 1 item',
        '    · Goal',
        'rules[2]: held for 1 item',
        '    · VIDEO: The harbour',
        'rules[3]: held for 1 item',
        '    · Crossing',
        '5 items looked at: 1 to be deleted, 3 to be changed',
      ].join('\n'),
    )
    expect(readFileSync(join(cwd, 'data/digest.db')).equals(before)).toBe(true)
  })

  it('are applied to what is stored, while it is served', async () => {
    service = await serve(['--no-collect'], cwd)
    const before = await items()

    const unsaid = await runCli(['apply-rules'], cwd)
    expect(unsaid.code).toBe(2)
    expect(unsaid.stdout).toContain('5 items looked at: 1 to be deleted, 3 to be changed')
    expect(unsaid.stderr).toBe('1 item would be deleted, and nothing was done; --yes does it\n')
    expect(await items()).toHaveLength(5)

    const { code, stdout } = await runCli(['apply-rules', '--yes'], cwd)
    const after = await eventually(items, (list) => list.length === 4)

    expect(code).toBe(0)
    expect(stdout).toContain('5 items looked at: 1 deleted, 3 changed')
    const byTitle = new Map(after.map((item) => [item.title, item]))
    expect(byTitle.get('Goal')).toMatchObject({ category: 'sport', region: 'gb', tags: ['Games'] })
    expect(byTitle.get('Goal')?.score).toBeGreaterThan(
      before.find(({ title }) => title === 'Goal')?.score ?? 100,
    )
    expect(byTitle.get('The harbour')).toMatchObject({ category: 'general' })
    expect(byTitle.get('Crossing')).toMatchObject({ url: 'https://m.paper.example/crossing' })
    expect(byTitle.has('Nothing of all that')).toBe(true)
  })

  it('change nothing when they are applied again', async () => {
    const { stdout } = await runCli(['apply-rules'], cwd)

    expect(stdout).toContain('4 items looked at: 0 deleted, 0 changed')
  })

  it('hold for what comes in from then on', async () => {
    shown = feed(
      ['Sponsored: another boat', 'ad2'],
      ['Another goal', 'sport/2'],
      ['VIDEO: The lighthouse', 'light'],
      ['Crossing', 'crossing', 'A ferry runs again'],
    )

    const { stdout } = await runCli(['collect', '--all', '--json'], cwd)
    const list = await eventually(items, (found) => found.length === 6)

    expect(JSON.parse(stdout)).toMatchObject({ added: 2 })
    expect(list.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Another goal', 'The lighthouse', 'Crossing']),
    )
    expect(list.find(({ title }) => title === 'Another goal')).toMatchObject({ category: 'sport' })
  })

  it('let an article in again when they no longer drop it', async () => {
    settings(RULES.replace('title: sponsored', 'title: nothing like it'))
    shown = feed(['Sponsored: a boat', 'ad'])

    await runCli(['collect', '--all'], cwd)

    const list = await eventually(items, (found) => found.length === 7)
    expect(list.map(({ title }) => title)).toContain('Sponsored: a boat')
  })

  it('say so where there are none', async () => {
    settings('')

    const { code, stdout } = await runCli(['apply-rules', '--dry-run'], cwd)

    expect([code, stdout]).toEqual([0, 'there are no rules in the settings\n'])
  })

  async function items(): Promise<readonly ItemAnswer[]> {
    const answer = await fetch(`${service?.url}/api/items`)
    return ((await answer.json()) as { readonly items: readonly ItemAnswer[] }).items
  }
})
