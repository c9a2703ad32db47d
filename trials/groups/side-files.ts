import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectionIn } from '../../bench/million/collection.ts'
import { eventually } from '../../test/e2e/run-cli.ts'
import { answersOf, differing } from '../harness/asking.ts'
import { faultsOf } from '../harness/collection.ts'
import type { Trial } from '../harness/trial.ts'

const FEEDS = 60

const STORIES = 'digest.db-stories'
const FILES = ['digest.db-search', 'digest.db-columns', STORIES]

type Damage = (file: string) => void

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
  promise:
    'the service starts, makes them anew, and gives the same answers; what is collected then lacks nothing, and its stories are right',
  times: { full: 60, short: 0 },
  async run({ times, folder, random, broken, makeStore, collectWell, serve }) {
    const large = await collectionIn(join(folder, 'large'), ITEMS, () => undefined)
    const args = ['--no-collect', '--config', large.config, '--data', large.data]
    // Serves it until the search index is saved; the columns are saved at its end.
    const first = await serve(args)
    await eventually(() => existsSync(join(large.data, 'digest.db-search')), Boolean, 10 * 60_000)
    await first.stop()
    const small = await makeStore(FEEDS)
    small.news.publish()
    const before = await served()
    for (let time = 0; time < times; time++) {
      const name = at(FILES, time)
      const { name: how, damage } = at(DAMAGES, Math.floor(time / FILES.length))
      const damaged = (file: string): void => damage(file, random)
      broken.add(
        `${name}, ${how}`,
        name === STORIES ? await collected(damaged) : differing(before, await served(name, damaged)),
      )
    }
    return {}

    /** Answers of the large store, with one of its files damaged. */
    async function served(name = 'digest.db-search', damage?: Damage): Promise<Map<string, string>> {
      const file = join(large.data, name)
      const whole = readFileSync(file)
      damage?.(file)
      const damaged = readFileSync(file)
      const service = await serve(args)
      const answers = await answersOf(service.url)
      await service.stop()
      broken.unless(isAnew(file, damaged, whole), `${name}: not made anew`)
      writeFileSync(file, whole)
      return answers
    }

    /** Faults of a copy of the small store in which more was collected: only that reads the live stories. */
    async function collected(damage: Damage): Promise<string[]> {
      const copy = small.copy('data')
      const file = join(copy.data, STORIES)
      const whole = readFileSync(file)
      damage(file)
      const damaged = readFileSync(file)
      const { code, stderr } = await collectWell(copy.args)
      broken.unless(code === 0, `collect ended with ${code}: ${stderr.slice(-300)}`)
      broken.unless(isAnew(file, damaged, whole), `${STORIES}: not made anew`)
      return faultsOf(copy.file, small.news, small.news.sizes())
    }
  },
}

/** A file that is only longer may stay: what comes after its end is not read. */
function isAnew(file: string, damaged: Buffer, whole: Buffer): boolean {
  return damaged.subarray(0, whole.length).equals(whole) || !damaged.equals(readFileSync(file))
}

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
