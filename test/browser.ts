import { existsSync } from 'node:fs'
import bundled from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

export type { Browser }

/** Where systems keep the Chromium that they install. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** What the bundled build runs on. */
const HAS_BUNDLED = process.platform === 'linux' && process.arch === 'x64'

/** Long, for a busy machine. */
const LAUNCH_MS = 120_000

// A graphics processor in software costs a third of the time of a page. Only WebGL needs it. Pages of tests live too shortly for
// optimized code, which costs more than it gains.
bundled.setGraphicsMode = false
const PLAIN = ['--disable-gpu', '--js-flags=--no-opt --no-maglev']

/** Flags that are for one page in one process, which a context that closes would take along, or that starts anew for each. */
const ALONE = ['--single-process', '--no-zygote']

/**
 * Whether a real browser can be started here. Where it cannot, it says so aloud: tests that need one are
 * skipped then, which must not go unseen.
 */
export function hasBrowser(what: string): boolean {
  const found = usesBundledBrowser() || installed() !== undefined
  if (!found) console.warn(`SKIPPED: ${what}: there is no Chromium for ${process.platform}-${process.arch}`)
  return found
}

/** Whether the bundled Chromium is the one to start: where the system has none, on what it runs on. */
export function usesBundledBrowser(): boolean {
  return HAS_BUNDLED && installed() === undefined
}

let kept: Promise<Browser> | undefined

/** Chromium for all tests of this process. It ends with the process; whoever opens a page in it closes that. */
export function keptBrowser(): Promise<Browser> {
  return (kept ??= launchBrowser())
}

/** Starts Chromium without a window: the system's, else the bundled one. Whoever starts it closes it. */
export async function launchBrowser(): Promise<Browser> {
  const system = installed()
  if (system !== undefined) {
    const args = ['--no-sandbox', '--disable-dev-shm-usage', ...PLAIN]
    return chromium.launch({ executablePath: system, args, timeout: LAUNCH_MS })
  }
  const executablePath = await bundled.executablePath()
  const own = bundled.args.filter((flag) => !ALONE.includes(flag) && !flag.startsWith('--headless'))
  const args = [...own, ...PLAIN]
  return chromium.launch({ executablePath, args, timeout: LAUNCH_MS })
}

function installed(): string | undefined {
  return INSTALLED.find((path) => existsSync(path))
}
