import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answersOf, isReady } from '../harness/asking.ts'
import { faultsOf, savedVisits } from '../harness/collection.ts'
import { NewsServer } from '../harness/news-server.ts'
import { end, startCommand, startService, until } from '../harness/service.ts'
import { Broken, skipped, type Trial } from '../harness/trial.ts'

const FEEDS = 60
const MEGABYTE = 1_000_000

export const trial: Trial = {
  name: 'disk-full',
  what: 'the disk fills up while news is collected, at another place each time; then there is space again',
  promise:
    'what was saved is still served, nothing told as saved is lost, and the next visits are saved once there is space',
  times: { full: 10, short: 2 },
  async run({ times, folder, random }) {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    if (!isMounted(disk)) return skipped('only root can mount a small disk')
    const news = await NewsServer.start(FEEDS)
    const config = news.writeSettings(folder)
    const broken = new Broken()
    let full = 0
    try {
      for (let time = 1; time <= times; time++) {
        for (const name of ['data', 'ballast']) rmSync(join(disk, name), { recursive: true, force: true })
        const data = join(disk, 'data')
        const collect = (): ReturnType<typeof startCommand> =>
          startCommand(['collect', '--all', '--log-level', 'debug', '--config', config, '--data', data])
        const first = collect()
        await first.ended
        const saved = savedVisits(first.log())
        const service = await startService(['--no-collect', '--config', config, '--data', data])
        await until(() => isReady(service.url), '/readyz')
        fill(join(disk, 'ballast'), Math.floor(random() * 0.4 * MEGABYTE))
        news.publish()
        const second = collect()
        const { code, signal } = await second.ended
        if (code !== 0) full += 1
        broken.unless(signal === null, `${time}: collect ended with ${signal}`)
        for (const [id, entries] of savedVisits(second.log())) saved.set(id, entries)
        for (const [path, answer] of await answersOf(service.url))
          broken.unless(!/^\d/.test(answer), `${time}: ${path} on a full disk: ${answer}`)
        rmSync(join(disk, 'ballast'))
        await until(() => isReady(service.url), '/readyz')
        await end(service)
        const third = collect()
        broken.unless((await third.ended).code === 0, `${time}: with space again: ${third.log().slice(-300)}`)
        for (const [id, entries] of savedVisits(third.log())) saved.set(id, entries)
        for (const fault of faultsOf(join(data, 'digest.db'), news, saved))
          broken.unless(false, `${time}: ${fault}`)
      }
    } finally {
      await news.stop()
      execFileSync('umount', ['-l', disk])
    }
    return { tried: times, broken: broken.lines, notes: [`${full} times a visit found the disk full`] }
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
