import { expect, it } from 'vitest'
import { aSource } from '../../../../test/a-source.ts'
import { type CollectorMessage, watchFirstVisits } from './collector-messages.ts'

const SOURCES = [aSource('a'), aSource('b'), aSource('off', { enabled: false })]

it('all sources have been visited when the last one was, and it is said once', () => {
  const sent: CollectorMessage[] = []
  const visited = watchFirstVisits(SOURCES, [], (message) => sent.push(message))

  for (const id of ['a', 'a', 'of another node']) visited(id)
  expect(sent).toEqual([])
  for (const id of ['b', 'a', 'b']) visited(id)

  expect(sent).toEqual([{ kind: 'visited', first: 2 }])
})

it('no source waits for its first visit where there is none', () => {
  const sent: CollectorMessage[] = []

  watchFirstVisits(SOURCES.slice(2), [], (message) => sent.push(message))

  expect(sent).toEqual([{ kind: 'visited', first: 0 }])
})
