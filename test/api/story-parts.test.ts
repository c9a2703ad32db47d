import { describe, expect, it } from 'vitest'
import { StoryBody } from '../../src/api/schemas/story.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import { aSource } from '../a-source.ts'
import { aDraft, anInsert, aScore, aSighting, aVisit, NOW } from '../store/drafts.ts'
import { ask } from './ask.ts'
import { collectedOf } from './collected.ts'

/** A story of this many reports; its id is that of its first. */
const REPORTS = 520

const collected = collectedOf(async (writer) => {
  await writer.syncSources([aSource('paper')], NOW)
  const reports = Array.from({ length: REPORTS }, (_, at) => {
    const publishedAt = NOW - 30 * HOUR_MS + at * MINUTE_MS
    const contentText = `Text ${at + 1} of the quake`
    const draft = aDraft(`${at + 1}`, {
      title: `Quake in Lima: Peru counts ${at} dead`,
      contentText,
      contentHtml: `<p>${contentText}</p>`,
      publishedAt,
    })
    return { id: at + 1, draft }
  })
  await writer.saveVisit(
    aVisit('paper', {
      inserts: reports.map(({ id, draft }) => anInsert(id, 1, draft)),
      sightings: reports.map(({ id, draft }) => aSighting(id, draft)),
      scores: reports.map(({ id }) => aScore(id, 1, 1)),
    }),
  )
})

async function askStory(parameters: string) {
  const { headers, json } = await ask(`${collected.base}/api/story?id=1${parameters}`)
  return { link: headers['link'] ?? '', json, story: json as StoryBody }
}

type StoryBody = ReturnType<typeof StoryBody.parse>

const idsOf = ({ items }: StoryBody): number[] => items.map(({ id }) => id)

describe('the parts of /api/story', () => {
  it('are pages of its items, oldest first, which together are the story', async () => {
    const ids: number[] = []
    let address: string | undefined = `${collected.base}/api/story?id=1&limit=200&fields=items.id`
    while (address !== undefined) {
      const { headers, json } = await ask(address)
      ids.push(...idsOf(json as StoryBody))
      address = /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1]
    }

    expect(ids).toEqual(Array.from({ length: REPORTS }, (_, at) => at + 1))
  })

  it('leave what the answer says of the whole story as it is', async () => {
    const whole = StoryBody.parse((await askStory('')).json)

    const part = StoryBody.parse((await askStory('&limit=3&offset=100')).json)
    const past = StoryBody.parse((await askStory('&offset=10000')).json)

    const { items, ...facts } = whole
    expect(part).toEqual({ ...facts, items: items.slice(100, 103) })
    expect(past).toEqual({ ...facts, items: [] })
    expect(facts).toMatchObject({ itemCount: REPORTS, firstItemAt: items[0]?.publishedAt })
    expect(facts.series.reduce((sum, count) => sum + count)).toBe(REPORTS)
    expect(part.items[0]?.joined?.words.join(' ')).toMatch(/lima/i)
  })

  it('are fields of the story, and of its items', async () => {
    const { json } = await askStory('&fields=itemCount,title,items.url,items.id&limit=1')

    expect(json).toEqual({
      title: expect.stringContaining('Quake in Lima') as string,
      itemCount: REPORTS,
      items: [{ id: 1, url: expect.stringContaining('http') as string }],
    })
    expect(Object.keys((await askStory('&fields=itemCount,title')).story)).toEqual(['title', 'itemCount'])
  })

  it.each(['&fields=items', '&fields=items.joined', '&fields=words,nearest', ''])(
    'have their reasons where they are asked for: "%s"',
    async (parameters) => {
      const { story } = await askStory(`${parameters}&offset=${REPORTS - 1}`)

      const shown = { words: story.words ?? [], joined: story.items?.[0]?.joined?.words ?? [] }
      expect([...shown.words.map(({ word }) => word), ...shown.joined].join(' ')).toMatch(/lima/i)
    },
  )

  it('have the text of items, of the length that is asked for', async () => {
    const { story } = await askStory('&include=content&maxChars=6&limit=1&offset=6')

    expect(story.items[0]).toMatchObject({
      id: 7,
      contentText: 'Text 7',
      contentHtml: '<p>Text 7</p>',
      contentTruncated: true,
    })
    expect((await askStory('&fields=items.contentText&limit=1')).json).toEqual({
      items: [{ contentText: 'Text 1 of the quake' }],
    })
  })
})
