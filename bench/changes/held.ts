/** What many event streams were sent. */
export interface Held {
  /** Of all streams together. */
  readonly rows: number
  readonly rowsEach: number
  /** Streams with other rows than the first one; 0 is expected. */
  readonly unlike: number
  /** Rows that did not come after the one before; 0 is expected. */
  readonly disorders: number
  /** From the time of a change until a client has it. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Whether the client that read nothing was dropped. */
  readonly isDropped: boolean
  /** What had been sent to it until then. */
  readonly idleBytes: number
}
