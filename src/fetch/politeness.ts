import { onAbort } from './on-abort.ts'

/** Limits of one host. */
interface PolitenessOptions {
  /** Maximum number of tasks at once. */
  readonly perHost: number
  /** Time between the starts of two tasks, ms. */
  readonly spacingMs: (host: string) => number
}

/** Idle hosts are removed after this many new ones. */
const MANY_HOSTS = 1_000

interface Host {
  running: number
  /** On the clock of `performance.now()`, ms. */
  nextStartAt: number
  /** Starts of waiting tasks, in order of arrival. */
  readonly waiting: (() => void)[]
  timer: NodeJS.Timeout | undefined
}

/** Runs visits and article requests within their host's limits. */
export function createPoliteness({ perHost, spacingMs }: PolitenessOptions) {
  const hosts = new Map<string, Host>()

  function startWaiting(host: Host): void {
    while (host.waiting.length > 0 && host.running < perHost) {
      const wait = host.nextStartAt - performance.now()
      if (wait > 0) {
        host.timer ??= setTimeout(() => {
          host.timer = undefined
          startWaiting(host)
        }, Math.ceil(wait))
        return
      }
      host.waiting.shift()?.()
    }
  }

  /** Removes a host without tasks whose pause is over. */
  function forget(name: string, host: Host): void {
    const isIdle = host.waiting.length === 0 && host.running === 0
    if (isIdle && host.nextStartAt <= performance.now()) hosts.delete(name)
  }

  function findOrAddHost(name: string): Host {
    let host = hosts.get(name)
    if (host === undefined) {
      if (hosts.size % MANY_HOSTS === MANY_HOSTS - 1) for (const [known, idle] of hosts) forget(known, idle)
      host = { running: 0, nextStartAt: 0, waiting: [], timer: undefined }
      hosts.set(name, host)
    }
    return host
  }

  async function runNow<T>(name: string, host: Host, task: () => Promise<T>): Promise<T> {
    host.running++
    host.nextStartAt = performance.now() + spacingMs(name)
    try {
      return await task()
    } finally {
      host.running--
      startWaiting(host)
      forget(name, host)
    }
  }

  return {
    /**
     * Runs `task` when its host has a free slot, and returns its result. A busy host delays only its own tasks.
     *
     * @throws the signal's reason if it is aborted before the task begins; also every error of `task`
     */
    run<T>(name: string, task: () => Promise<T>, signal: AbortSignal): Promise<T> {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const host = findOrAddHost(name)
        host.waiting.push(start)
        const stopListening = onAbort(signal, giveUp)
        startWaiting(host)

        function start(): void {
          stopListening()
          runNow(name, host, task).then(resolve, reject)
        }

        function giveUp(): void {
          const index = host.waiting.indexOf(start)
          if (index >= 0) host.waiting.splice(index, 1)
          reject(signal.reason)
        }
      })
    },
  }
}
