import bundled from '@sparticuz/chromium'
import { usesBundledBrowser } from './browser.ts'
import { beginRun } from './made-once.ts'

/** Once, before any test: the bundled Chromium is unpacked to where all tests find it, and two must not do so at once. */
export async function setup(): Promise<() => void> {
  if (usesBundledBrowser()) await bundled.executablePath()
  return beginRun()
}
