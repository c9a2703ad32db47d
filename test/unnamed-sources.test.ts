import { describe, expect, it } from 'vitest'
import { emptyEntry } from '../src/sources/kind.ts'
import { aSource } from './a-source.ts'
import { read, visitsOf } from './visits.ts'

const NOW = Date.UTC(2026, 5, 1)
const UNNAMED = { ...aSource('harbour'), name: 'harbour', isNamedByFeed: true } as const

const calledBy = (title: string | undefined, hash: string) => {
  const document = read([emptyEntry({ title: `Ferries ${hash}`, url: `https://harbour.example/${hash}` })])
  return { ...document, documentHash: hash, feed: { ...document.feed, title } }
}

describe('a source without a name', () => {
  const visits = visitsOf([UNNAMED], NOW)
  const name = async (): Promise<string | undefined> => (await visits.store.listSources(NOW))[0]?.name

  it('is called as its feed calls itself, in its items too, and keeps that over a restart', async () => {
    expect(await name()).toBe('harbour')

    await visits.visiting(UNNAMED, calledBy('  The Harbour Herald ', 'one'))

    expect(await name()).toBe('The Harbour Herald')
    expect((await visits.items())[0]?.sourceName).toBe('The Harbour Herald')
    await visits.store.syncSources([UNNAMED], NOW)
    expect(await name()).toBe('The Harbour Herald')
  })

  it('keeps its name when the feed has none, and takes another when the feed does', async () => {
    await visits.visiting(UNNAMED, calledBy('Herald', 'one'))
    await visits.visiting(UNNAMED, calledBy(undefined, 'two'))
    expect(await name()).toBe('Herald')

    await visits.visiting(UNNAMED, calledBy('New Herald', 'three'))

    expect(await name()).toBe('New Herald')
  })

  it('has the configured name as soon as there is one, whatever its feed says', async () => {
    const { isNamedByFeed: _, ...named } = { ...UNNAMED, name: 'My paper' }
    await visits.visiting(UNNAMED, calledBy('Herald', 'one'))

    await visits.store.syncSources([named], NOW)
    await visits.visiting(named, calledBy('Herald', 'two'))

    expect(await name()).toBe('My paper')
  })

  it.each([undefined, '', '  ', '\u200b\u00ad'])(
    'is called by its id while its feed has no title: %j',
    async (title) => {
      await visits.visiting(UNNAMED, calledBy(title, 'one'))

      expect(await name()).toBe('harbour')
    },
  )

  it('is called by its id again at another address', async () => {
    await visits.visiting(UNNAMED, calledBy('Herald', 'one'))

    await visits.store.syncSources([{ ...UNNAMED, url: 'https://other.example/feed' }], NOW)

    expect(await name()).toBe('harbour')
  })
})
