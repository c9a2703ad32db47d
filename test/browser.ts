import { existsSync } from 'node:fs'
import bundled from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

export type { Browser }

/** Where systems keep the Chromium that they install. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** What the bundled build runs on. */
const HAS_BUNDLED = process.platform === 'linux' && process.arch === 'x64'

/** Seconds in which another test may still be unpacking the bundled build, which both use. */
const PATIENCE = 20

/**
 * Whether a real browser can be started here. Where it cannot, it says so aloud: tests that need one are
 * skipped then, which must not go unseen.
 */
export function hasBrowser(what: string): boolean {
  const found = HAS_BUNDLED || installed() !== undefined
  if (!found) console.warn(`SKIPPED: ${what}: there is no Chromium for ${process.platform}-${process.arch}`)
  return found
}

/** Starts Chromium without a window: the system's, else the bundled one. Whoever starts it closes it. */
export async function launchBrowser(): Promise<Browser> {
  const system = installed()
  if (system !== undefined) {
    return chromium.launch({ executablePath: system, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  }
  const executablePath = await bundled.executablePath()
  // Its own flags are for one page in one process, which a context that closes would take along.
  const args = bundled.args.filter((flag) => flag !== '--single-process' && !flag.startsWith('--headless'))
  for (let left = PATIENCE; ; left--) {
    try {
      return await chromium.launch({ executablePath, args })
    } catch (cause) {
      if (left === 0) throw cause
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}

function installed(): string | undefined {
  return INSTALLED.find((path) => existsSync(path))
}
