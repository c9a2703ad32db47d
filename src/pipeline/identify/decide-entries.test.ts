import { describe, expect, it } from 'vitest'
import { anEntry } from '../../../test/an-entry.ts'
import type { KnownEntries, KnownEntry } from '../../store/store.ts'
import { decideEntries } from './decide-entries.ts'
import type { IdentifiedEntry } from './identify.ts'

const ENTRY = anEntry({ guid: 'g1', url: 'https://paper.example/a', title: 'A title' })

describe('deciding what an entry means', () => {
  it('adds what nobody has shown before', () => {
    expect(kindsOf([identified()], knowing({}))).toEqual(['add'])
  })

  it('leaves alone what says the same as at the last visit', () => {
    const known = knowing({ byKey: { 'paper.example/a': aKnown() } })

    expect(kindsOf([identified()], known)).toEqual([])
  })

  it('edits the article of this source when the entry says something else', () => {
    const known = knowing({ byKey: { 'paper.example/a': aKnown({ entryHash: 'before' }) } })

    expect(kindsOf([identified()], known)).toEqual(['edit'])
  })

  it('sights an article that another source had first', () => {
    const known = knowing({ byKey: { 'paper.example/a': aKnown({ entryHash: undefined, owned: false }) } })

    expect(kindsOf([identified()], known)).toEqual(['sight'])
  })

  it('renews the sighting, not the article, when a later source changes its words', () => {
    const known = knowing({ byKey: { 'paper.example/a': aKnown({ entryHash: 'before', owned: false }) } })

    expect(kindsOf([identified()], known)).toEqual(['sight'])
  })

  it('finds an article again by its guid when its address moved', () => {
    const known = knowing({ byEntryKey: { g1: aKnown({ entryHash: 'before' }) } })

    expect(kindsOf([identified()], known)).toEqual(['moved'])
  })

  it('trusts the address over the guid where this source has shown both', () => {
    const known = knowing({
      byKey: { 'paper.example/a': aKnown({ itemId: 1 }) },
      byEntryKey: { g1: aKnown({ itemId: 2, entryHash: 'before' }) },
    })

    expect(kindsOf([identified()], known)).toEqual([])
  })

  it('trusts the guid where both were shown at this address', () => {
    const known = knowing({
      byKey: { 'paper.example/a': aKnown({ itemId: 1 }) },
      byEntryKey: { g1: aKnown({ itemId: 2, entryHash: 'before', url: 'http://www.paper.example/a' }) },
    })

    const [intent] = decideEntries([identified()], known)

    expect(intent).toMatchObject({ kind: 'edit', known: { itemId: 2 } })
  })

  it('brings nothing back that retention took away', () => {
    expect(kindsOf([identified()], { ...knowing({}), deleted: new Map([['paper.example/a', []]]) })).toEqual(
      [],
    )
  })
})

function kindsOf(entries: readonly IdentifiedEntry[], known: KnownEntries): string[] {
  return decideEntries(entries, known).map(({ kind }) => kind)
}

function identified(): IdentifiedEntry {
  return { entry: ENTRY, key: 'paper.example/a', entryKey: 'g1', entryHash: 'now', textHash: 1 }
}

function aKnown(changes: Partial<KnownEntry> = {}): KnownEntry {
  return {
    itemId: 1,
    storyId: 1,
    entryHash: 'now',
    textHash: 1,
    contentHash: 'content',
    title: 'A title',
    url: 'https://paper.example/elsewhere',
    owned: true,
    publishedAt: 0,
    updatedAt: null,
    ...changes,
  }
}

function knowing(given: {
  byKey?: Record<string, KnownEntry>
  byEntryKey?: Record<string, KnownEntry>
}): KnownEntries {
  return {
    byKey: new Map(Object.entries(given.byKey ?? {})),
    byEntryKey: new Map(Object.entries(given.byEntryKey ?? {})),
    deleted: new Map(),
  }
}
