import { expect, it, onTestFinished } from 'vitest'
import { createPause } from '../pipeline/schedule/pause.ts'
import { createPoliteness } from './politeness.ts'

it('many tasks that listen for the end of one signal are no leak that Node.js warns of', async () => {
  const warnings = warningsOf()
  const { signal } = new AbortController()
  const politeness = createPoliteness({ perHost: 1, spacingMs: () => 0 })

  const tasks = Array.from({ length: 20 }, () =>
    politeness.run('paper.example', () => new Promise(setImmediate), signal),
  )

  await Promise.all(tasks)
  expect(warnings).toEqual([])
})

it.each([-1, -0.5, -Infinity, Infinity, 2 ** 31, 2 ** 40])(
  'a pause of %d ms is none of which Node.js warns',
  async (ms) => {
    const warnings = warningsOf()
    const stop = new AbortController()
    const { pause, wake } = createPause()

    const paused = pause(ms, stop.signal)
    await new Promise(setImmediate)
    wake()

    await paused
    expect(warnings).toEqual([])
  },
)

/** The names of what Node.js warns of until the end of the test. */
function warningsOf(): string[] {
  const names: string[] = []
  const onWarning = ({ name }: Error): void => void names.push(name)
  process.on('warning', onWarning)
  onTestFinished(() => void process.off('warning', onWarning))
  return names
}
