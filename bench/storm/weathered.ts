/** Result of collecting from healthy and failing sources. */
export interface Weathered {
  /** Saved visits of healthy sources. */
  readonly visits: number
  /** New items of healthy sources during the run. */
  readonly added: number
  readonly troubledVisits: number
  /** Visits of healthy sources that failed or could not be saved; 0 is expected. */
  readonly failedHealthy: number
  /** From the time at which a healthy source was due until its visit was saved. */
  readonly medianLateMs: number
  readonly p99LateMs: number
  readonly mostLateMs: number
  /** Of a failing source, from the request to its end. */
  readonly longestVisitMs: number
  readonly idleMegabytes: number
  readonly mostMegabytes: number
}
