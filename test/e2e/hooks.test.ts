import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, itemIdsOf, keepReceiver, type Receiver, rowsOf } from '../hooks/receiver.ts'
import { parseExposition, sumOf } from './exposition.ts'
import { openPublisher, type Publisher } from './publisher.ts'
import { emptyFolder, eventually, runCli, serve, type Serving } from './run-cli.ts'

const KEY = Buffer.alloc(32, 9).toString('base64')

describe('hooks of a service', () => {
  const folder = emptyFolder()
  const sources = ['first']
  let publisher: Publisher
  let receiver: Receiver
  let service: Serving

  beforeAll(async () => {
    publisher = await openPublisher()
    receiver = await keepReceiver()
    writeFileSync(join(folder, 'hook.key'), `whsec_${KEY}\n`)
    writeSettings()
    service = await serve([], folder)
    await logged('hook alerts begins')
    await accepted(1)
  })

  afterAll(async () => {
    await service.stop()
    await publisher.close()
    await receiver.close()
  })

  function writeSettings(more = ''): void {
    const hooks = `hooks: [{ name: alerts, url: '${receiver.url}?token=geheim', secret: { file: hook.key } }]`
    writeFileSync(
      join(folder, 'digest.yaml'),
      `metrics: { port: 0 }\n${hooks}\n${publisher.settingsFor(sources)}${more}`,
    )
  }

  /** Adds a source with one item, which the running service takes in. */
  async function publish(name: string): Promise<void> {
    sources.push(name)
    writeSettings()
    await eventually(titles, (found) => found.includes(`Item of ${name}`))
  }

  async function titles(): Promise<readonly string[]> {
    const { items } = (await (await fetch(`${service.url}/api/items`)).json()) as {
      items: { title: string }[]
    }
    return items.map(({ title }) => title)
  }

  const logged = (text: string) =>
    eventually(
      async () => service.output().stderr,
      (log) => log.includes(text),
    )
  const accepted = (count: number) =>
    eventually(
      async () => receiver.accepted.length,
      (found) => found >= count,
    )
  const titlesOf = ({ body }: { readonly body: string }) => rowsOf(body).map(({ item }) => item?.title)

  it('are sent what comes, signed', async () => {
    const before = receiver.accepted.length
    await publish('second')
    await accepted(before + 1)

    const last = receiver.accepted.at(-1)
    expect(last && titlesOf(last)).toEqual(['Item of second'])
    expect(last && new Webhook(`whsec_${KEY}`).verify(last.body, last.headers)).toMatchObject({
      hook: 'alerts',
    })
  })

  it('get the same request again after the service was killed while it waited', async () => {
    receiver.otherwise = answer(503)
    await publish('third')
    await logged('is not accepted, and is tried again')
    const refused = receiver.requests.at(-1)

    await service.stop('SIGKILL')
    receiver.otherwise = receiver.accept
    const before = receiver.accepted.length
    service = await serve([], folder)
    await accepted(before + 1)

    expect(receiver.accepted[before]).toMatchObject({ id: refused?.id, body: refused?.body })
    expect(new Set(itemIdsOf(receiver.requests)).size).toBe(itemIdsOf(receiver.requests).length)
  })

  it('rest when they are refused, which everything says, and go on when they are resumed', async () => {
    receiver.otherwise = answer(410)
    await publish('fourth')
    await logged('hook alerts rests')
    receiver.otherwise = receiver.accept

    const list = await runCli(['hooks', 'list'], folder)
    const doctor = await runCli(['doctor'], folder)
    const doctorJson = await runCli(['doctor', '--json'], folder)
    const health = await (await fetch(`${service.url}/feed/health`)).text()
    const metricsUrl = /metrics at (\S+)/.exec(service.output().stdout)?.[1] ?? ''
    const { samples } = parseExposition(await (await fetch(metricsUrl)).text())
    const trial = await runCli(['hooks', 'test', 'alerts'], folder)
    const resumed = await runCli(['hooks', 'resume', 'alerts', '--json'], folder)
    await eventually(
      async () => receiver.accepted.map(({ body }) => body).join(''),
      (bodies) => bodies.includes('Item of fourth'),
    )

    expect(list.stdout).toMatch(
      /^alerts {2}items {4}127\.0\.0\.1:\d+ {2}RESTS since now: .* answered HTTP 410/,
    )
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toContain('RESTING   hook alerts\n')
    expect(JSON.parse(doctorJson.stdout)).toMatchObject({
      healthy: false,
      hooks: [{ name: 'alerts', condition: 'resting', consecutiveFailures: 1 }],
    })
    expect(health).toContain('<title>Hook alerts rests</title>')
    expect(sumOf(samples, 'content_digest_hook_resting', { hook: 'alerts' })).toBe(1)
    expect(trial).toMatchObject({ code: 0, stdout: expect.stringMatching(/^alerts: accepted, HTTP 204/) })
    expect(receiver.accepted.some(({ body }) => body.includes('"test":true'))).toBe(true)
    expect(resumed).toMatchObject({ code: 0 })
    expect(JSON.parse(resumed.stdout)).toEqual({ hook: 'alerts', resumed: true, skipped: false })
    const all = [list, doctor, doctorJson, trial, resumed].map(({ stdout, stderr }) => stdout + stderr)
    expect(`${all.join('')}${health}${service.output().stderr}`).not.toContain('geheim')
  })

  it('are refused by name where there is none', async () => {
    const unknown = await runCli(['hooks', 'resume', 'alarms'], folder)

    expect(unknown).toMatchObject({ code: 2 })
    expect(unknown.stderr).toContain("no hook of the settings is named 'alarms'; there are alerts")
  })

  it('end and begin with their settings, while the service runs', async () => {
    const text = publisher.settingsFor(sources)
    writeFileSync(join(folder, 'digest.yaml'), `metrics: { port: 0 }\n${text}`)
    await logged('settings changed: hooks')
    sources.push('fifth')
    writeFileSync(join(folder, 'digest.yaml'), `metrics: { port: 0 }\n${publisher.settingsFor(sources)}`)
    await eventually(titles, (found) => found.includes('Item of fifth'))
    const before = receiver.accepted.length

    writeSettings()
    await accepted(before + 1)

    // It goes on where it was.
    expect(receiver.accepted.slice(before).flatMap(titlesOf)).toEqual(['Item of fifth'])
  })
})
