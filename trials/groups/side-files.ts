import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectionIn } from '../../bench/million/collection.ts'
import { eventually } from '../../test/e2e/run-cli.ts'
import { answersOf, differing } from '../harness/asking.ts'
import type { StoreCopy } from '../harness/made-store.ts'
import type { Trial } from '../harness/trial.ts'

const FEEDS = 60

/** What is done to a file. */
const DAMAGES: readonly {
  readonly name: string
  readonly damage: (file: string, random: () => number) => void
}[] = [
  { name: '64 bytes changed', damage: (file, random) => changeBytes(file, 64, random) },
  { name: 'one bit changed', damage: (file, random) => changeBytes(file, 1, random) },
  { name: 'cut', damage: (file, random) => truncateSync(file, Math.floor(random() * statSync(file).size)) },
  { name: 'emptied', damage: (file) => truncateSync(file, 0) },
  { name: 'longer', damage: (file) => writeFileSync(file, Buffer.alloc(1000, 7), { flag: 'a' }) },
  { name: 'another file', damage: (file) => writeFileSync(file, 'this is no side file\n'.repeat(100)) },
]

/** Enough for the columns to be kept in a file. */
const ITEMS = 24_000

export const trial: Trial = {
  name: 'side-files',
  what: 'the files beside the store (search index, columns, live stories) changed, cut, emptied or replaced',
  promise: 'the service starts, makes them anew, and gives the same answers',
  times: { full: 60, short: 0 },
  async run({ times, folder, random, broken, makeStore, serve }) {
    const large = await collectionIn(join(folder, 'large'), ITEMS, () => undefined)
    const small = (await makeStore(FEEDS)).copy('data')
    const ofLarge: Kept = {
      args: ['--no-collect', '--config', large.config, '--data', large.data],
      data: large.data,
    }
    // Serves it until the search index is saved; the columns are saved at its end.
    const first = await serve(ofLarge.args)
    await eventually(() => existsSync(join(large.data, 'digest.db-search')), Boolean, 10 * 60_000)
    await first.stop()
    const stores = [
      { ...ofLarge, before: await served(ofLarge), file: 'digest.db-search' },
      { ...ofLarge, before: await served(ofLarge), file: 'digest.db-columns' },
      { ...small, before: await served(small), file: 'digest.db-stories' },
    ]
    for (let time = 0; time < times; time++) {
      const store = at(stores, time)
      const { name: how, damage } = at(DAMAGES, Math.floor(time / stores.length))
      const file = join(store.data, store.file)
      const whole = readFileSync(file)
      damage(file, random)
      broken.add(`${store.file}, ${how}: another answer`, differing(store.before, await served(store)))
      writeFileSync(file, whole)
    }
    return {}

    async function served({ args }: Kept): Promise<Map<string, string>> {
      const service = await serve(args)
      const answers = await answersOf(service.url)
      await service.stop()
      return answers
    }
  },
}

type Kept = Pick<StoreCopy, 'args' | 'data'>

function at<T>(list: readonly T[], index: number): T {
  const value = list[index % list.length]
  if (value === undefined) throw new RangeError('the list is empty')
  return value
}

function changeBytes(file: string, count: number, random: () => number): void {
  const bytes = readFileSync(file)
  for (let n = 0; n < count; n++) {
    const at = Math.floor(random() * bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
  }
  writeFileSync(file, bytes)
}
