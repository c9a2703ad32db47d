import { describe, expect, it } from 'vitest'
import { de } from '../../web/words/de.ts'
import { ask } from '../api/ask.ts'
import { serveWorld } from './world-service.ts'

const service = serveWorld(60)

/** Status, text and links of the part of a view that says what is wrong. */
async function read(address: string, language = 'en') {
  const { status, text } = await ask(service.base + address, {
    headers: { accept: 'text/html', 'accept-language': language },
  })
  const note = /<(section|div)[^>]*(?:class="note"|role="alert")[\s\S]*?<\/\1>/.exec(
    text.slice(text.indexOf('<main')),
  )?.[0]
  return {
    status,
    text: (note ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '),
    note: note ?? '',
    links: [...(note ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    ),
  }
}

it('leads from a list with a text to look for to the search with the same filters', async () => {
  const answer = await fetch(`${service.base}/list?category=science&q=river+bed`, { redirect: 'manual' })

  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    '/search?category=science&q=river+bed',
  ])
  expect((await ask(`${service.base}/list?q=`)).status).toBe(200)
})

describe('an address with something wrong in it', () => {
  it.each([
    ['/?window=later', 'Time window: “later” is not valid. There are:', '/?window=week'],
    ['/?date=2026-02-31', 'A past day: “2026-02-31” is not valid. A day is written as 2026-01-31.', '/'],
    [
      '/list?sort=best&category=science',
      'Sort by: “best” is not valid. There are:',
      '/list?sort=score&category=science',
    ],
    [
      '/list?minScore=many',
      'Minimum score: “many” is not valid. Numbers from 0 to 100 are allowed.',
      '/list',
    ],
    ['/list?sinceHours=0', 'Last hours: “0” is not valid. Numbers from 1 to 87,600 are allowed.', '/list'],
    ['/list?from=soon', 'From: “soon” is not valid. A day is written as 2026-01-31.', '/list'],
    ['/list?from=2026-03-09&to=2026-03-01', 'The first day is after the last one.', '/list?to=2026-03-01'],
    ['/list?storyId=abc', 'Story: “abc” is not valid. It is a whole number, 1 or more.', '/list'],
    ['/list?cursor=abc', 'cursor: “abc” is not valid.', '/list'],
    ['/list?distinct=no', 'One per story: “no” is not valid. There are:', '/list?distinct=story'],
    ['/search?q=rivers&sort=best', 'Sort by: “best” is not valid. There are:', '/search?q=rivers&sort=hot'],
    ['/article', 'id is missing.', '/'],
    ['/article?id=abc', 'id: “abc” is not valid. It is a whole number, 1 or more.', '/'],
    ['/story?id=-1', 'id: “-1” is not valid. It is a whole number, 1 or more.', '/'],
    ['/sources?status=tired', 'Status: “tired” is not valid. There are:', '/sources?status=failing'],
    ['/sources?sort=colour', 'Sort by: “colour” is not valid. There are:', '/sources?sort=items'],
  ])('says what is wrong and what is there instead: %s', async (address, said, instead) => {
    const english = await read(address)
    const german = await read(address, 'de')

    expect(english.status).toBe(400)
    expect(english.text).toContain(said)
    expect(english.links).toContain(instead)
    for (const link of english.links.filter((link) => link !== '/' && !link.includes('after')))
      expect({ link, status: (await ask(service.base + link)).status }).toEqual({ link, status: 200 })
    expect(german.text).toContain(de.problem.invalid)
    // The fault is said once, and not in English too.
    expect(german.note).not.toMatch(/lang="en"|must be|not valid|There are/)
    expect(english.note).not.toContain('must be')
  })

  it.each([
    ['/?category=nonsense', 'Category: there is no “nonsense” here. There are:', '/?category=science'],
    [
      '/list?category=nonsense',
      'Category: there is no “nonsense” here. There are:',
      '/list?category=science',
    ],
    ['/list?source=nobody,alpha', 'Source: there is no “nobody” here. There are:', '/list?source=alpha'],
    [
      '/search?q=rivers&language=xx',
      'Language: there is no “xx” here. There are:',
      '/search?q=rivers&language=de',
    ],
    ['/list?region=zz', 'Region: there is no “zz” here. There are:', '/list?region=us'],
  ])('that names what is not there says what is: %s', async (address, said, instead) => {
    const { status, text, links } = await read(address.replace('nobody,alpha', 'nobody'))

    expect(status).toBe(200)
    expect(text).toContain(said)
    expect(links).toContain(instead)
  })

  it.each([
    ['/news/solar-storm.html', 'solar storm'],
    ['/article?id=99999', ''],
    ['/story?id=99999', ''],
    ['/source?id=nobody', ''],
    ['/digest/nothing', ''],
    ['/%E0%A4%A/x', ''],
  ])('where nothing is offers a search: %s', async (address, words) => {
    const { status, note } = await read(address)

    expect([400, 404]).toContain(status)
    if (status === 400) return
    expect(note).toContain('action="/search"')
    expect(note).toMatch(words === '' ? /name="q" maxlength="500" value(?:="")?\/>/ : `value="${words}"`)
  })
})
