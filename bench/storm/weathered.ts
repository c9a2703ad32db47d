/** How collecting in a storm went. */
export interface Weathered {
  /** Of healthy sources, saved. */
  readonly visits: number
  /** Items of healthy sources that came in the midst of it. */
  readonly added: number
  readonly troubledVisits: number
  /** Visits of healthy sources that failed, or could not be saved: 0 where all is well. */
  readonly failedHealthy: number
  /** From the moment at which a healthy source was due to the moment at which what it brought was saved. */
  readonly medianLateMs: number
  readonly p99LateMs: number
  readonly mostLateMs: number
  /** Of a source in trouble, from the request to its end. */
  readonly longestVisitMs: number
  readonly idleMegabytes: number
  readonly mostMegabytes: number
}
