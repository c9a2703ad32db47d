import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openPublisher } from './publisher.ts'
import { emptyFolder, eventually, serve } from './run-cli.ts'

it('after many first visits another thread collects, and no feed is asked twice', async () => {
  const names = Array.from({ length: 30 }, (_, number) => `feed-${number}`)
  const publisher = await openPublisher()
  onTestFinished(() => publisher.close())
  const folder = emptyFolder()
  const file = join(folder, 'digest.yaml')
  writeFileSync(file, publisher.settingsFor(names))
  const service = await serve(['--log-level', 'debug'], folder)
  const ids = async (): Promise<string[]> => {
    const answer = await fetch(`${service.url}/api/items?limit=100`)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    const { items } = (await answer.json()) as { readonly items: readonly { readonly title: string }[] }
    return items.map(({ title }) => title)
  }

  await eventually(ids, ({ length }) => length === names.length)
  await eventually(
    () => Promise.resolve(service.output().stderr),
    (said) => said.includes('the collector gets a new thread after first visits of 30 sources'),
  )
  writeFileSync(file, publisher.settingsFor([...names, 'one-more']))
  await eventually(ids, (titles) => titles.includes('Item of one-more'))

  expect(
    publisher.asked.filter((name) => name.startsWith('feed-') || name === 'one-more').toSorted(),
  ).toEqual([...names, 'one-more'].toSorted())
  expect((await service.stop()).code).toBe(0)
  expect(service.output().stderr).not.toMatch(/error|fatal/i)
})
