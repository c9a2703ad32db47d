import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openCanary } from '../../test/safety/ssrf/canary.ts'
import { OUTSIDE_ADDRESS } from '../../test/safety/ssrf/outside.ts'
import { type Attack, attacksOn, feed, OUTSIDE } from '../harness/name-attacks.ts'
import { openNameServer } from '../harness/name-server.ts'
import type { Trial } from '../harness/trial.ts'

const HOOK = pathToFileURL(join(import.meta.dirname, '../harness/asked-names.mjs')).href
/** Sources that nothing is wrong with. */
const GOOD = 20
const SECRET = 'not-for-thieves'

export const trial: Trial = {
  name: 'hostile-names',
  what: 'a name server answers with internal addresses, with other ones on the second question, wrongly, late or never; sites redirect inside, to other schemes, in circles, with cookies or to thieves',
  promise:
    'no connection inside is even tried, no cookie and no secret leaves its site, each visit ends as it must, and all other sources are collected',
  times: { full: 1_000, short: 30 },
  async run({ times, folder, random, broken, collect, afterwards }) {
    const names = await openNameServer()
    afterwards(() => names.close())
    const sites = new Map<string, Attack>()
    const outside = createServer((request, response) => {
      const id = request.headers.host?.split('.')[0] ?? ''
      const mayHaveCookie = id.startsWith('cookie-')
      if (request.headers.cookie !== undefined && !mayHaveCookie) broken.add(id, ['a cookie was sent'])
      const hasSecret = JSON.stringify(request.headers).includes(SECRET)
      broken.unless(hasSecret === (sites.get(id)?.hasSecret ?? false), `${id}: the secret went astray`)
      const site = sites.get(id)?.site ?? feed
      site(request, response)
    })
    outside.listen(0, OUTSIDE_ADDRESS)
    await once(outside, 'listening')
    afterwards(() => {
      outside.closeAllConnections()
      outside.close()
    })
    const { port } = outside.address() as AddressInfo
    const canary = await openCanary(port)
    afterwards(() => canary.close())

    /** Collects from them. @returns codes of errors by id, and all addresses that a connection was tried to */
    const visit = async (attacks: readonly Attack[], allowed: string) => {
      const config = join(folder, 'digest.yaml')
      writeFileSync(config, settingsOf(attacks, port, allowed))
      const attemptsFile = join(folder, 'attempts')
      rmSync(attemptsFile, { force: true })
      const collecting = collect(['--json', '--config', config, '--data', join(folder, 'data')], {
        env: { NAME_SERVER: names.address, ATTEMPTS_FILE: attemptsFile, SECRET },
        nodeArgs: ['--import', HOOK],
      })
      const { code } = await collecting.ended
      const { stdout, stderr } = collecting.output()
      broken.unless(code === 0, `collect ended with ${code}: ${stderr.slice(-500)}`)
      const { failures } = JSON.parse(stdout) as { failures: { source: string; code: string }[] }
      const attempts = existsSync(attemptsFile) ? readFileSync(attemptsFile, 'utf8').trim().split('\n') : []
      return { codes: new Map(failures.map((failure) => [failure.source, failure.code])), attempts }
    }

    const all = attacksOn(port)
    const good = Array.from({ length: GOOD }, (_, n): Attack => ({ id: `good-${n}` }))
    // All of them, since a redirect of one may lead to another that is not visited.
    for (const attack of [...all, ...good]) {
      sites.set(attack.id, attack)
      names.names.set(`${attack.id}.test`, attack.names ?? [OUTSIDE])
    }
    const open = await visit([at(all, 0)], '127.0.0.0/8')
    broken.unless(
      open.attempts.length > 0 && canary.connections.length > 0,
      'the trial sees no connection inside where it is allowed',
    )
    canary.forget()
    const attacks = oneOfEachFirst(shuffled(all, random)).slice(0, times)

    const { codes, attempts } = await visit([...attacks, ...good], `${OUTSIDE_ADDRESS}/32`)

    for (const { id, code } of [...attacks, ...good]) {
      const came = codes.get(id)
      broken.unless(
        code === undefined ? came === undefined : code.test(came ?? ''),
        `${id}: ${came ?? 'collected'}`,
      )
    }
    const inside = attempts.filter((address) => address !== OUTSIDE_ADDRESS)
    broken.add('a connection was tried', inside)
    broken.add('a connection came', canary.connections)
    return {
      tried: attacks.length,
      notes: [`${attempts.length} connections, ${inside.length} of them inside`],
    }
  },
}

/** So that few attacks are of all kinds. */
function oneOfEachFirst(attacks: readonly Attack[]): Attack[] {
  const first = new Map(attacks.map((attack) => [attack.id.replace(/-\d+$/, ''), attack]))
  const chosen = new Set(first.values())
  return [...chosen, ...attacks.filter((attack) => !chosen.has(attack))]
}

function settingsOf(attacks: readonly Attack[], port: number, allowed: string): string {
  const sources = attacks.map(({ id, hasSecret = false }) => {
    const auth = hasSecret ? ', auth: { tokenEnv: SECRET, header: X-Api-Key }' : ''
    return `  - { id: ${id}, url: 'http://${id}.test:${port}/'${auth} }\n`
  })
  return `collect: { allowAddresses: [${allowed}], timeout: 2m, concurrency: 16, thumbnails: false }\nsources:\n${sources.join('')}`
}

function at<T>(list: readonly T[], index: number): T {
  const value = list[index]
  if (value === undefined) throw new RangeError('the list is empty')
  return value
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ value }) => value)
}
