import { expect, it, onTestFinished } from 'vitest'
import { createPause } from '../pipeline/schedule/pause.ts'
import { onAbort } from './on-abort.ts'
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

it('a pause that begins after the signal is over at once', async () => {
  let isOver = false
  void createPause()
    .pause(60_000, AbortSignal.abort())
    .then(() => (isOver = true))

  await new Promise(setImmediate)
  expect(isOver).toBe(true)
})

it('an end that came before is heard too', () => {
  let heard = 0
  onAbort(AbortSignal.abort(), () => (heard += 1))()
  const late = new AbortController()
  const stopListening = onAbort(late.signal, () => (heard += 10))
  late.abort()
  stopListening()
  onAbort(new AbortController().signal, () => (heard += 100))()
  expect(heard).toBe(11)
})

/** The names of what Node.js warns of until the end of the test. */
function warningsOf(): string[] {
  const names: string[] = []
  const onWarning = ({ name }: Error): void => void names.push(name)
  process.on('warning', onWarning)
  onTestFinished(() => void process.off('warning', onWarning))
  return names
}
