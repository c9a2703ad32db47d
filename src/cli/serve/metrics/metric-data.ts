/** A metric in prom-client's JSON form. It is plain data, so threads and processes can send it. */
export interface MetricData {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary'
  /** Values with equal labels are added up, whatever part of the service they come from. */
  readonly aggregator: 'sum'
  readonly values: readonly MetricValue[]
}

interface MetricValue {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** @param what the name after that of the program */
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

/** Makes gauges with a value for each hook or digest, which is also the name of their label. */
export function gaugesOf<One>(kind: 'hook' | 'digest', all: readonly One[], nameOf: (one: One) => string) {
  return (what: string, help: string, valueOf: (one: One) => number): MetricData => {
    const values = all.map((one) => ({ labels: { [kind]: nameOf(one) }, value: valueOf(one) }))
    return metricOf('gauge', `${kind}_${what}`, help, values)
  }
}

/** Metrics of the service's parts, by an id that no other part ever has; `undefined` from a part that is too busy. */
export type MetricsByPart = ReadonlyMap<string, readonly MetricData[] | undefined>
