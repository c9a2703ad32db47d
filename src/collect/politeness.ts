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
/** Hosts at which those are looked for that need not be known any more. */
const MANY_HOSTS = 1_000

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
  /** At all hosts. */
  let waiting = 0
  let moving = 0
  let slow = 0

  function startWaiting(): void {
    for (const host of hosts.values()) {
      if (isFull() || waiting === 0) return
      startAt(host)
    }
  }

  function startAt(host: Host): void {
    while (!isFull() && host.waiting.length > 0 && host.running < options.perHost) {
      const wait = host.nextStartAt - performance.now()
      if (wait > 0) {
        host.timer ??= setTimeout(() => {
          host.timer = undefined
          startWaiting()
        }, Math.ceil(wait))
        return
      }
      waiting--
      host.waiting.shift()?.start()
    }
  }

  /** What is known of a host counts while it is visited, or must be left alone. */
  function forget(name: string, host: Host): void {
    const isIdle = host.waiting.length === 0 && host.running === 0
    if (isIdle && host.nextStartAt <= performance.now()) hosts.delete(name)
  }

  function isFull(): boolean {
    return moving >= options.concurrency || slow >= SLOW_FACTOR * options.concurrency
  }

  function hostOf(name: string): Host {
    let host = hosts.get(name)
    if (host === undefined) {
      if (hosts.size % MANY_HOSTS === MANY_HOSTS - 1) for (const [known, idle] of hosts) forget(known, idle)
      host = { running: 0, nextStartAt: 0, waiting: [], timer: undefined }
      hosts.set(name, host)
    }
    return host
  }

  async function runNow<T>(name: string, host: Host, task: () => Promise<T>): Promise<T> {
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
      forget(name, host)
    }
  }

  return {
    run(name, task, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const host = hostOf(name)
        const visit: Waiting = {
          start() {
            signal.removeEventListener('abort', giveUp)
            host.running++
            moving++
            host.nextStartAt = performance.now() + options.spacingMs(name)
            runNow(name, host, task).then(resolve, reject)
          },
        }
        host.waiting.push(visit)
        waiting++
        signal.addEventListener('abort', giveUp, { once: true })
        startAt(host)

        function giveUp(): void {
          const index = host.waiting.indexOf(visit)
          if (index >= 0) waiting -= host.waiting.splice(index, 1).length
          reject(signal.reason)
        }
      })
    },
  }
}
