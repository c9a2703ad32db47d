/** How many visits run at once, in all and at one host. */
export interface PolitenessOptions {
  /** Visits under way that still move; those that hang on a slow server do not count, see `SLOW_MS`. */
  readonly concurrency: number
  readonly perHost: number
  /** Between the starts of two visits at the same host. */
  readonly spacingMs: (host: string) => number
}

/** Lets visits begin when their host can bear them. */
export interface Politeness {
  /**
   * Runs `task` when there is room for it, and gives what it gives. A busy host delays only its own visits.
   *
   * @throws the signal's reason if it is aborted before the task begins; what `task` throws
   */
  run<T>(host: string, task: () => Promise<T>, signal: AbortSignal): Promise<T>
}

/** After this time a visit waits for its server, and another may begin in its place. */
const SLOW_MS = 250
/** Slow visits that may pile up, as a multiple of `concurrency`: each holds a socket and little else. */
const SLOW_FACTOR = 32

interface Waiting {
  readonly start: () => void
}

interface Host {
  running: number
  /** On the clock of `performance.now`. */
  nextStartAt: number
  readonly waiting: Waiting[]
  timer: NodeJS.Timeout | undefined
}

export function createPoliteness(options: PolitenessOptions): Politeness {
  const hosts = new Map<string, Host>()
  let moving = 0
  let slow = 0

  function startWaiting(): void {
    for (const [name, host] of hosts) {
      if (isFull()) return
      while (!isFull()) {
        if (host.waiting.length === 0 || host.running >= options.perHost) break
        const wait = host.nextStartAt - performance.now()
        if (wait > 0) {
          host.timer ??= setTimeout(() => {
            host.timer = undefined
            startWaiting()
          }, Math.ceil(wait))
          break
        }
        host.waiting.shift()?.start()
      }
      if (host.waiting.length === 0 && host.running === 0 && host.nextStartAt <= performance.now())
        hosts.delete(name)
    }
  }

  function isFull(): boolean {
    return moving >= options.concurrency || slow >= SLOW_FACTOR * options.concurrency
  }

  function hostOf(name: string): Host {
    let host = hosts.get(name)
    if (host === undefined) {
      host = { running: 0, nextStartAt: 0, waiting: [], timer: undefined }
      hosts.set(name, host)
    }
    return host
  }

  async function runNow<T>(host: Host, task: () => Promise<T>): Promise<T> {
    let hanging = false
    const timer = setTimeout(() => {
      hanging = true
      moving--
      slow++
      startWaiting()
    }, SLOW_MS)
    try {
      return await task()
    } finally {
      clearTimeout(timer)
      host.running--
      if (hanging) slow--
      else moving--
      startWaiting()
    }
  }

  return {
    run(name, task, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const host = hostOf(name)
        const waiting: Waiting = {
          start() {
            signal.removeEventListener('abort', giveUp)
            host.running++
            moving++
            host.nextStartAt = performance.now() + options.spacingMs(name)
            runNow(host, task).then(resolve, reject)
          },
        }
        host.waiting.push(waiting)
        signal.addEventListener('abort', giveUp, { once: true })
        startWaiting()

        function giveUp(): void {
          const index = host.waiting.indexOf(waiting)
          if (index >= 0) host.waiting.splice(index, 1)
          reject(signal.reason)
        }
      })
    },
  }
}
