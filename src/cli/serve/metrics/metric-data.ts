/** A metric in prom-client's JSON form: plain data, which threads and processes can send. */
export interface MetricData {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary'
  /** Equal labels of all parts are added up. */
  readonly aggregator: 'sum'
  readonly values: readonly MetricValue[]
}

interface MetricValue {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** @param what the name without the program's prefix */
export function metricOf(
  type: MetricData['type'],
  what: string,
  help: string,
  values: readonly MetricValue[],
): MetricData {
  return { name: `content_digest_${what}`, help, type, aggregator: 'sum', values }
}

/** A gauge of one value. @param what as for `metricOf` */
export function gaugeOf(what: string, help: string, value: number): MetricData {
  return metricOf('gauge', what, help, [{ labels: {}, value }])
}

/** Makes gauges with one value per hook or digest, labelled by name. */
export function gaugesOf<One>(kind: 'hook' | 'digest', all: readonly One[], nameOf: (one: One) => string) {
  return (what: string, help: string, valueOf: (one: One) => number): MetricData => {
    const values = all.map((one) => ({ labels: { [kind]: nameOf(one) }, value: valueOf(one) }))
    return metricOf('gauge', `${kind}_${what}`, help, values)
  }
}

/** Metrics by part of the service, under ids that are never reused; `undefined` if a part is too busy. */
export type MetricsByPart = ReadonlyMap<string, readonly MetricData[] | undefined>
