/** Longest that a client may take to send its request, ms: nothing here has a body. */
const REQUEST_TIMEOUT_MS = 15_000

/** Longer than the usual proxy keeps its connections, so that it is the proxy that closes them, ms. */
const KEEP_ALIVE_MS = 72_000

/** How connections are treated, of whichever server listens. */
export const CONNECTION_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // While it closes, what was accepted is still answered.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} as const
