import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { printEdition, sendEdition } from '../../src/cli/commands/digest.ts'
import { doctor } from '../../src/cli/commands/doctor/doctor.ts'
import { openStore } from '../../src/cli/open-store.ts'
import { loadConfig } from '../../src/config/load.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import { aDraft, anInsert, aScore, aSighting, aVisit } from '../store/drafts.ts'
import { anEdition, aStory } from './an-edition.ts'
import { startSmtp, type TestSmtp } from './smtp.ts'

const NOW = Date.parse('2026-03-02T08:00:00.000Z')

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A folder with settings and a store, and the commands run there. */
async function openFolder(smtp?: TestSmtp, send = '[{ mail: ann@example.org }, { mail: bob@example.org }]') {
  const cwd = mkdtempSync(join(tmpdir(), 'digest-commands-'))
  closing.push(() => rmSync(cwd, { recursive: true }))
  const mail = `mail: { from: news@example.org, smtp: { url: smtp://127.0.0.1:${smtp?.port ?? 1} } }`
  writeFileSync(
    join(cwd, 'digest.yaml'),
    `digests: [{ name: morning, title: The morning, days: [mon], send: ${send} }]\n${mail}\nsources: [{ id: paper, url: https://paper.example/feed }]\n`,
  )
  const config = loadConfig({ cwd, env: {} })
  const store = await openStore(config)
  closing.push(() => store.close())
  await store.syncSources(config.sources, NOW)
  const draft = aDraft('n1', { title: 'Ferry opens: “at last”', publishedAt: NOW - HOUR_MS })
  await store.saveVisit(
    aVisit('paper', {
      at: NOW,
      inserts: [{ ...anInsert(1, 1, draft), firstSeenAt: NOW - HOUR_MS }],
      sightings: [aSighting(1, draft)],
      scores: [aScore(1, 30, NOW)],
      nextVisitAt: NOW + HOUR_MS,
    }),
  )
  const out: string[] = []
  const io = { stdout: { write: (text: string) => out.push(text) }, stderr: { write: () => undefined } }
  const deps = {
    io,
    cwd,
    env: {},
    now: () => NOW,
    exit: () => undefined,
    configOf: (flags: object) => loadConfig({ cwd, env: {}, flags }),
  }
  const taken = (): string => out.splice(0).join('')
  return { store, deps, taken }
}

function saved(date: string, title = 'Ferry opens') {
  const edition = anEdition([aStory(1, { title })], { date })
  return { digest: 'morning', date, madeAt: NOW, storyCount: 1, body: JSON.stringify(edition) }
}

describe('content-digest digest', () => {
  it('prints what would be made now, and keeps nothing', async () => {
    const { store, deps, taken } = await openFolder()

    await printEdition('morning', { dryRun: true }, deps)

    expect(taken()).toMatch(/^The morning\nMonday, 2 March 2026\n1 story\n\nFerry opens: “at last”\n/)
    expect(await store.listEditions('morning', 9)).toEqual([])
  })

  it('prints what the edition of a day would have had', async () => {
    const { deps, taken } = await openFolder()

    await printEdition('morning', { dryRun: true, date: '2026-03-02', json: true }, deps)

    expect(JSON.parse(taken())).toMatchObject({
      date: '2026-03-02',
      until: '2026-03-02T07:00:00.000Z',
      storyCount: 1,
    })
    await expect(printEdition('morning', { dryRun: true, date: '2026-03-03' }, deps)).rejects.toThrow(
      "--date must be a day with an edition, YYYY-MM-DD and one of mon, got '2026-03-03'",
    )
  })

  it('prints the newest edition or that of a day, as text, Markdown and JSON', async () => {
    const { store, deps, taken } = await openFolder()
    await store.saveEdition(saved('2026-02-23', 'Older'), [])
    await store.saveEdition(saved('2026-03-02', 'Newer'), [])

    await printEdition('morning', {}, deps)
    expect(taken()).toContain('\nNewer\n')
    await printEdition('morning', { date: '2026-02-23', markdown: true }, deps)
    expect(taken()).toContain('## [Older](<https://paper.example/1>)')
    await printEdition('morning', { json: true }, deps)
    expect(JSON.parse(taken())).toMatchObject({ date: '2026-03-02' })
  })

  it('says what there is where something is not', async () => {
    const { store, deps } = await openFolder()

    await expect(printEdition('mourning', {}, deps)).rejects.toThrow(
      "no digest is named 'mourning': there are morning",
    )
    await expect(printEdition('morning', {}, deps)).rejects.toThrow(
      'the digest morning has no edition yet: the next one is made at 2026-03-09T07:00:00.000Z; --dry-run shows what it would have now',
    )
    await store.saveEdition(saved('2026-03-02'), [])
    await expect(printEdition('morning', { date: '2026-01-01' }, deps)).rejects.toThrow(
      'the digest morning has no edition of 2026-01-01; its newest is of 2026-03-02',
    )
  })
})

describe('content-digest digest send', () => {
  async function openRefusing() {
    let refuses = true
    const smtp = await startSmtp({
      onRcptTo({ address }, _, done) {
        if (refuses && address.startsWith('bob'))
          done(Object.assign(new Error('no such user'), { responseCode: 550 }))
        else done()
      },
    })
    closing.push(() => smtp.close())
    return { smtp, accept: () => (refuses = false) }
  }

  it('sends to those who did not get it; a refused one fails, doctor says so, and a second try is for that one', async () => {
    const { smtp, accept } = await openRefusing()
    const { store, deps, taken } = await openFolder(smtp)
    await store.saveEdition(saved('2026-03-02'), ['mail ann@example.org', 'mail bob@example.org'])

    expect(await sendEdition('morning', {}, deps)).toBe(1)
    expect(taken()).toMatch(/^mail ann@example\.org: sent\nmail bob@example\.org: refused: .*no such user\n$/)
    expect(await doctor({}, deps)).toBe(1)
    expect(taken()).toContain(
      'NOT SENT  digest morning, the edition of 2026-03-02, to mail bob@example.org\n  why     ',
    )

    accept()
    expect(await sendEdition('morning', {}, deps)).toBe(0)
    expect(taken()).toBe('mail ann@example.org: has it already\nmail bob@example.org: sent\n')
    expect(await sendEdition('morning', { json: true }, deps)).toBe(0)
    expect(JSON.parse(taken())).toEqual({
      digest: 'morning',
      date: '2026-03-02',
      deliveries: [
        { target: 'mail ann@example.org', state: 'hasItAlready', error: null },
        { target: 'mail bob@example.org', state: 'hasItAlready', error: null },
      ],
    })
    expect(smtp.received.map(({ to }) => to[0])).toEqual(['ann@example.org', 'bob@example.org'])
    expect(await doctor({}, deps)).toBe(0)
  })

  it('sends a trial to one address, before the first edition too, and notes nothing', async () => {
    const { smtp } = await openRefusing()
    const { store, deps, taken } = await openFolder(smtp)

    expect(await sendEdition('morning', { to: 'me@example.org' }, deps)).toBe(0)

    expect(taken()).toBe('mail me@example.org: sent\n')
    expect(smtp.received[0]?.raw).toContain('Ferry opens')
    expect(await store.listEditions('morning', 9)).toEqual([])
  })

  it('says what is missing', async () => {
    const { deps } = await openFolder(undefined, '[]')

    await expect(sendEdition('morning', {}, deps)).rejects.toThrow("has nobody to send to: add 'send' to it")
  })
})
