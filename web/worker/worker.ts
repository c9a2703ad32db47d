import { cacheNames, deleteCaches } from './caches.ts'

declare const self: ServiceWorkerGlobalScope

/** The service's path, with a trailing slash. */
const SCOPE = new URL(self.registration.scope).pathname

/** Data and pictures opened as documents, which have no view. */
const DATA = /^(?:api|feed|icons|thumbnails)\//

// Everything comes from the network first, so a new worker can replace an old one at once.
self.addEventListener('install', () => void self.skipWaiting())
// The browser requests documents while the worker starts.
self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload.enable()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin || !url.pathname.startsWith(SCOPE)) return
  const path = url.pathname.slice(SCOPE.length)
  // The reader changes or deletes the key: nothing that the old key opened stays.
  if (path === 'key') event.waitUntil(deleteCaches(SCOPE))
  if (request.method !== 'GET') return
  if (path.startsWith('assets/')) event.respondWith(answerAsset(request))
  else if (request.mode === 'navigate' && !DATA.test(path)) event.respondWith(answerDocument(event))
})

/** A document from the network; offline the page's shell, which then looks for a kept view. */
async function answerDocument(event: FetchEvent): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined
    const answer = preloaded ?? (await fetch(event.request))
    if (answer.status === 401) event.waitUntil(deleteCaches(SCOPE))
    return answer
  } catch (error) {
    const shell = await caches.match(`${SCOPE}offline`, {
      cacheName: cacheNames(SCOPE).shell,
      ignoreSearch: true,
      ignoreVary: true,
    })
    if (shell === undefined) throw error
    return shell
  }
}

/** Files with a hash in their name never change. */
async function answerAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: cacheNames(SCOPE).shell, ignoreVary: true })
  return kept ?? fetch(request)
}
