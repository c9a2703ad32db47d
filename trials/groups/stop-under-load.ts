import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Trial } from '../harness/trial.ts'

const FEEDS = 20
const CLIENTS = 20
const LONGEST_STOP_MS = 5_000

export const trial: Trial = {
  name: 'stop-under-load',
  what: 'SIGTERM while twenty clients ask without a pause',
  promise: 'every request that was accepted is answered whole, and the service ends with 0 within 5 s',
  times: { full: 20, short: 1 },
  async run({ times, random, broken, makeStore, serve }) {
    const made = await makeStore(FEEDS)
    const { args } = made.copy('data')
    let slowestMs = 0
    let answered = 0
    for (let time = 1; time <= times; time++) {
      const service = await serve(['--no-collect', ...args])
      const clients = Array.from({ length: CLIENTS }, (_, client) => askOn(service.url, client))
      await sleep(200 + random() * 800)
      const { code, signal, ms } = await service.stop()
      slowestMs = Math.max(slowestMs, ms)
      broken.unless(code === 0, `${time}: ended with ${code ?? signal}`)
      broken.unless(ms <= LONGEST_STOP_MS, `${time}: took ${Math.round(ms)} ms`)
      for (const { whole, cut } of await Promise.all(clients)) {
        answered += whole
        broken.unless(cut === undefined, `${time}: an answer was cut: ${cut}`)
      }
    }
    return { notes: [`${answered} answers`, `slowest end: ${(slowestMs / 1000).toFixed(1)} s`] }
  },
}

/** Asks one request after the other until the service accepts none. */
async function askOn(url: string, client: number): Promise<{ whole: number; cut: string | undefined }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let whole = 0
  for (let n = 0; ; n++) {
    const outcome = await ask(`${url}/api/items?limit=${((client * 31 + n) % 400) + 1}`, agent)
    if (outcome === 'whole') whole += 1
    else {
      agent.destroy()
      return { whole, cut: outcome === 'refused' ? undefined : outcome }
    }
  }
}

/** @returns `whole`; `refused` if the connection was closed before an answer began; else what happened to the answer */
function ask(address: string, agent: Agent): Promise<string> {
  return new Promise((done) => {
    const asking = request(address, { agent }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('error', (error) => done(error.message))
      response.on('end', () => {
        const promised = Number(response.headers['content-length'] ?? bytes)
        if (!response.complete || bytes !== promised) done(`${bytes} of ${promised} bytes`)
        else done(response.statusCode === 200 ? 'whole' : `status ${response.statusCode}`)
      })
    })
    asking.on('error', () => done('refused'))
    asking.end()
  })
}
