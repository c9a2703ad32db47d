/** Time limit for sending a request, ms: requests have no body. */
const REQUEST_TIMEOUT_MS = 15_000

/** Longer than the usual proxy keeps its connections, ms: then the proxy closes them. */
const KEEP_ALIVE_MS = 72_000

/** Connection options of any server that listens. */
export const CONNECTION_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // While the server closes, accepted requests are still answered.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} as const
