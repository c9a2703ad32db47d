import { describe, expect, it } from 'vitest'
import { sendEditionToHook } from '../../src/cli/serve/hooks/send-edition.ts'
import { loadConfig } from '../../src/config/load.ts'
import type { Edition, EditionStory } from '../../src/model/edition.ts'
import { newFolder } from '../store/kept.ts'
import { aHook } from './hook-world.ts'
import { answer, openReceiver } from './receiver.ts'

const STORY: Partial<EditionStory> = {
  title: 'Grüße *aus* 東京',
  url: 'https://paper.example/1',
  sourceCount: 3,
}
// As much of an edition as a hook sends.
const EDITION = {
  digest: 'morning',
  title: 'The morning',
  date: '2026-11-26',
  sections: [{ category: null, name: null, stories: [STORY] }],
} as unknown as Edition

function configWith(url: string, template?: 'discord') {
  const given = loadConfig({ env: {}, cwd: newFolder() })
  return {
    ...given,
    collect: { ...given.collect, allowAddresses: ['127.0.0.0/8'] },
    server: { ...given.server, baseUrl: 'https://news.example' },
    hooks: [aHook(url, { on: 'digests', template })],
  }
}

describe('an edition for a hook', () => {
  it('is sent as JSON, each attempt under the same id', async () => {
    const receiver = await openReceiver()
    receiver.next.push(answer(503), answer(403))
    const send = () => sendEditionToHook(configWith(receiver.url), 'alerts', EDITION)

    const results = [await send(), await send(), await send()]

    expect(results.map(({ state }) => state)).toEqual(['pending', 'refused', 'sent'])
    expect(new Set(receiver.requests.map(({ id }) => id))).toEqual(new Set(['edition_morning_2026-11-26']))
    expect(JSON.parse(receiver.accepted[0]?.body ?? '')).toEqual({ hook: 'alerts', edition: EDITION })
  })

  it('is a message where the hook is of a chat', async () => {
    const receiver = await openReceiver()

    await sendEditionToHook(configWith(receiver.url, 'discord'), 'alerts', EDITION)

    expect(JSON.parse(receiver.accepted[0]?.body ?? '')).toMatchObject({
      content: [
        String.raw`The morning (2026\-11\-26) <https://news.example/digest/morning/2026-11-26>`,
        String.raw`Grüße \*aus\* 東京 (3 sources) <https://paper.example/1>`,
      ].join('\n'),
    })
  })
})
