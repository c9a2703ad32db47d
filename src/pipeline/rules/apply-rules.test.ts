import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { aDraft, aFirstVisit, NOW } from '../../../test/store/drafts.ts'
import type { Rule } from '../../model/rule.ts'
import { ORDINARY, scoreOf } from '../../model/score.ts'
import { HOUR_MS } from '../../model/time.ts'
import { openSqliteStore } from '../../store/sqlite/open.ts'
import type { Store } from '../../store/store.ts'
import { type ApplyDeps, applyRules, type RulesReport } from './apply-rules.ts'
import { createRuleBook } from './compile-rule.ts'

const HALF_LIFE_MS = 12 * HOUR_MS
const PAPER = aSource('paper')

let store: Store

beforeEach(async () => {
  store = await openSqliteStore(join(mkdtempSync(join(tmpdir(), 'digest-apply-')), 'digest.db'), {
    now: () => NOW,
  })
  await store.syncSources([PAPER, aSource('hn')], NOW)
})

afterEach(() => store.close())

const rule = (label: string, words: string, action: Rule['action']): Rule => ({
  label,
  when: { kind: 'field', field: 'title', anyOf: [{ kind: 'words', words }] },
  action,
})

function apply(
  rules: readonly Rule[],
  over: Partial<ApplyDeps> = {},
  afterId = 0,
  signal = new AbortController().signal,
): Promise<RulesReport> {
  const deps = {
    store,
    rules: createRuleBook(rules),
    sources: [PAPER],
    halfLifeMs: HALF_LIFE_MS,
    save: (record: Parameters<Store['saveCorrections']>[0]) => store.saveCorrections(record),
    now: () => NOW,
    ...over,
  }
  return applyRules(deps, afterId, signal)
}

async function fill(count: number): Promise<void> {
  const drafts = Array.from({ length: count }, (_, index) => [index + 1, aDraft(`n${index + 1}`)])
  await store.saveVisit(aFirstVisit('paper', Object.fromEntries(drafts)))
}

describe('rules applied to what is stored', () => {
  it('tell of each rule how many items it holds for, the newest first', async () => {
    await fill(5)

    const report = await apply([
      rule('drop', 'n2', { verdict: 'drop' }),
      rule('all', 'title', { category: 'news' }),
    ])

    expect(report).toMatchObject({ looked: 5, deleted: 1, changed: 4, lastId: 5 })
    expect(Object.fromEntries(report.byRule)).toEqual({
      drop: { items: 1, samples: ['Title of n2'] },
      all: { items: 4, samples: ['Title of n5', 'Title of n4', 'Title of n3'] },
    })
  })

  it('change nothing where nothing is saved', async () => {
    await fill(3)
    const { seq } = store.version()

    const report = await applyRules(
      {
        store,
        rules: createRuleBook([rule('drop', 'title', { verdict: 'drop' })]),
        sources: [PAPER],
        now: () => NOW,
      },
      0,
      new AbortController().signal,
    )

    expect(report.deleted).toBe(3)
    expect(store.version().seq).toBe(seq)
  })

  it('score by the weight that a rule sets', async () => {
    await fill(1)

    await apply([rule('heavy', 'title', { weight: 4 })])

    const article = await store.findArticle(1)
    const parts = { ...ORDINARY, weight: 4 }
    expect(article?.scoreParts).toEqual(parts)
    expect(article?.item.score).toBe(scoreOf(parts))
    const [member] = await store.listStoryMembers([article?.item.story.id ?? 0])
    expect(member?.parts).toEqual(parts)
  })

  it('go on where they were ended', async () => {
    await fill(450)
    const stop = new AbortController()
    const rules = [rule('all', 'title', { category: 'news' })]

    const first = await apply(rules, { onBatch: () => stop.abort() }, 0, stop.signal)
    const second = await apply(rules, {}, first.lastId)
    const again = await apply(rules)

    expect(first).toMatchObject({ looked: 200, changed: 200, lastId: 200 })
    expect(second).toMatchObject({ looked: 250, changed: 250, lastId: 450 })
    expect(again).toMatchObject({ looked: 450, changed: 0 })
    expect(await store.listCategories(NOW)).toContainEqual(
      expect.objectContaining({ name: 'news', count: 450 }),
    )
  })
})
