import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../../test/e2e/run-cli.ts'
import { answersOf, isReady } from '../harness/asking.ts'
import { faultsOf, savedVisits } from '../harness/collection.ts'
import { skipped, type Trial } from '../harness/trial.ts'

const FEEDS = 60
const MEGABYTE = 1_000_000

export const trial: Trial = {
  name: 'disk-full',
  what: 'the disk fills up while news is collected, at another place each time; then there is space again',
  promise:
    'what was saved is still served, nothing told as saved is lost, and the next visits are saved once there is space',
  times: { full: 10, short: 1 },
  async run({ times, folder, random, broken, openNews, collect, collectWell, serve, afterwards }) {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    if (!isMounted(disk)) return skipped('only root can mount a small disk')
    afterwards(() => execFileSync('umount', ['-l', disk]))
    const news = await openNews(FEEDS)
    const data = join(disk, 'data')
    const args = ['--config', news.writeSettings(folder), '--data', data]
    let full = 0
    for (let time = 1; time <= times; time++) {
      for (const name of ['data', 'ballast']) rmSync(join(disk, name), { recursive: true, force: true })
      const saved = savedVisits(await collectWell(args))
      const service = await serve(['--no-collect', ...args])
      fill(join(disk, 'ballast'), Math.floor(random() * 0.4 * MEGABYTE))
      news.publish()
      const second = collect(args)
      const { code, signal } = await second.ended
      if (code !== 0) full += 1
      broken.unless(signal === null, `${time}: collect ended with ${signal}`)
      for (const [id, entries] of savedVisits(second.output())) saved.set(id, entries)
      for (const [path, answer] of await answersOf(service.url))
        broken.unless(!/^\d/.test(answer), `${time}: ${path} on a full disk: ${answer}`)
      rmSync(join(disk, 'ballast'))
      await eventually(() => isReady(service.url), Boolean)
      await service.stop()
      const third = await collectWell(args)
      broken.unless(third.code === 0, `${time}: with space again: ${third.stderr.slice(-300)}`)
      for (const [id, entries] of savedVisits(third)) saved.set(id, entries)
      broken.add(String(time), faultsOf(join(data, 'digest.db'), news, saved))
    }
    return { notes: [`${full} times a visit found the disk full`] }
  },
}

function isMounted(at: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', at], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Fills the disk but for `free` bytes. */
function fill(file: string, free: number): void {
  const block = Buffer.alloc(100_000)
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' })
  } catch {
    truncateSync(file, Math.max(0, statSync(file).size - free))
  }
}
