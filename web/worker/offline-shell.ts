import type { Preferences } from '../../src/api/page/preferences.ts'
import { addressOf } from '../page-location.ts'
import type { State } from '../state.ts'
import { cacheNames } from './caches.ts'

/** The service that the page comes from. */
type ServedFrom = Pick<State, 'prefix' | 'storeId'>

/** Path of the view for unreachable documents. */
export const SHELL_PATH = '/offline'

/** Whether the document is the shell, served for another, unreachable address. */
export function isShell({ prefix, pageLocation }: State): boolean {
  return pageLocation.path === SHELL_PATH && location.pathname !== prefix + SHELL_PATH
}

/**
 * Prepares the page for offline use: installs the worker and keeps the shell, with the reader's preferences, its script
 * and style. Browsers allow this only over secure connections.
 */
export async function prepareOffline(served: ServedFrom, preferences: Preferences): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  try {
    await navigator.serviceWorker.register(`${served.prefix}/worker.js`)
    await keepShell(served, preferences)
  } catch {
    // The browser stores nothing, or the service cannot be reached.
  }
}

/** Updates the shell if the build, the store or a preference changed. */
async function keepShell({ prefix, storeId }: ServedFrom, preferences: Preferences): Promise<void> {
  const cache = await caches.open(cacheNames(`${prefix}/`).shell)
  const build = document.querySelector<HTMLScriptElement>('script[src]')?.getAttribute('src')
  const address = prefix + addressOf(SHELL_PATH, { build, storeId, ...preferences })
  if ((await cache.match(address, { ignoreVary: true })) !== undefined) return
  const shell = await fetch(prefix + SHELL_PATH)
  if (!shell.ok) return
  const html = await shell.clone().text()
  const files = [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
  const old = await cache.keys()
  await cache.addAll(files)
  await cache.put(address, shell)
  const kept = new Set([address, ...files].map((file) => new URL(file, location.href).href))
  await Promise.all(old.filter(({ url }) => !kept.has(url)).map((request) => cache.delete(request)))
}
