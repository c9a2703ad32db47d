import { describe, expect, it } from 'vitest'
import { aSource } from '../../test/a-source.ts'
import { bridgeEntries } from '../../test/an-entry.ts'
import { visitDepsOf } from '../../test/visit-deps.ts'
import { read, visitsOf } from '../../test/visits.ts'
import type { FetchResult } from '../model/entry.ts'
import type { Rule, RuleAction, RuleField } from '../model/rule.ts'
import type { Source, SourceState } from '../model/source.ts'
import { visitSource } from './visit-source.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const anEntry = bridgeEntries(NOW)
const TIDE = aSource('tide-times')
const HARBOR = aSource('harbor-herald')

const world = visitsOf([TIDE, HARBOR], NOW)
const { items, visiting } = world

describe('visiting a source with rules', () => {
  const rule = (field: RuleField, words: string, action: RuleAction): Rule => ({
    label: words,
    when: { kind: 'field', field, anyOf: [{ kind: 'words', words }] },
    action,
  })

  it('leaves out what a rule drops, and sets what rules set', async () => {
    const advert = anEntry({ guid: 'ad', url: 'https://tide.example/ad', title: 'Sponsored: a boat' })
    const rules = [
      rule('title', 'sponsored', { verdict: 'drop' }),
      rule('content', 'arn', {
        category: 'bridges',
        region: 'gb',
        addTags: ['Arn'],
        title: { replace: { kind: 'words', words: 'A bridge' }, by: 'The bridge' },
      }),
    ]

    const visit = await visiting(
      TIDE,
      read([advert, anEntry({ title: 'A bridge opens', contentHtml: '<p>Over the Arn.</p>' })]),
      world.store,
      rules,
    )

    expect(visit.added).toBe(1)
    expect(await items()).toMatchObject([
      { title: 'The bridge opens', category: 'bridges', region: 'gb', tags: ['Arn'] },
    ])
  })

  it('decides by the language that the text was found to have', async () => {
    const german = anEntry({
      guid: 'de',
      url: 'https://tide.example/de',
      title: 'Die neue Brücke über den Fluss ist seit heute für alle geöffnet',
      language: 'de',
    })

    await visiting(TIDE, read([german, anEntry({})]), world.store, [
      rule('language', 'de', { verdict: 'drop' }),
    ])

    expect((await items()).map(({ language }) => language)).not.toContain('de')
    expect(await items()).toHaveLength(1)
  })

  it('scores by the weight that a rule sets, also when the article changes', async () => {
    const rules = [rule('title', 'bridge', { weight: 4 })]
    await visiting(TIDE, read([anEntry({ title: 'A bridge opens' })]), world.store, rules)
    const [before] = await items()

    await visiting(TIDE, read([anEntry({ title: 'A bridge opens today' })]), world.store, rules)

    const [after] = await items()
    const article = await world.store.findArticle(after?.id ?? 0)
    expect(article?.scoreParts.weight).toBe(4)
    expect(after?.score).toBe(before?.score)
  })

  it('knows an article by the address that a rule gives it', async () => {
    await visiting(HARBOR, read([anEntry({ guid: 'h', url: 'https://paper.example/bridge' })]))

    const visit = await visiting(
      TIDE,
      read([anEntry({ url: 'https://out.tide.example/go/paper.example/bridge' })]),
      world.store,
      [
        rule('url', 'out.tide.example', {
          url: { replace: { kind: 'words', words: 'out.tide.example/go/' }, by: '' },
        }),
      ],
    )

    expect(visit).toMatchObject({ added: 0, sighted: 1 })
    expect(await items()).toMatchObject([{ url: 'https://paper.example/bridge', alsoIn: ['tide-times'] }])
  })

  it('asks for a document anew when the rules change, and only then', async () => {
    const sentTags: (string | null | undefined)[] = []
    const collect = (_: Source, state: SourceState | undefined): Promise<FetchResult> => {
      sentTags.push(state && `${state.validators.etag} ${state.documentHash}`)
      return Promise.resolve({ ...read([]), validators: { etag: '"1"', lastModified: null } })
    }
    const drops = [rule('title', 'sponsored', { verdict: 'drop' })]
    const turns = [[], [], drops, drops, []]
    for (const rules of turns) {
      const [state] = await world.store.listSourceStates()
      await visitSource(
        TIDE,
        state,
        { ...visitDepsOf(world.store, () => NOW, rules), collect },
        new AbortController().signal,
      )
    }

    expect(sentTags.slice(1)).toEqual(['"1" h', 'null ', '"1" h', 'null '])
  })

  it('leaves what another source has alone', async () => {
    const rules = [rule('source', 'tide-times', { category: 'mine', weight: 4, region: 'xx' })]
    await visiting(HARBOR, read([anEntry({ guid: 'h' })]), world.store, rules)

    await visiting(TIDE, read([anEntry({})]), world.store, rules)

    const [item] = await items()
    const article = await world.store.findArticle(item?.id ?? 0)
    expect(item).toMatchObject({ source: 'harbor-herald', category: 'general' })
    expect(article?.scoreParts.weight).toBe(1)
  })
})
