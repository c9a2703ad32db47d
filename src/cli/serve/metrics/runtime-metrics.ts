import { collectDefaultMetrics, Registry } from 'prom-client'
import type { MetricData } from './metric-data.ts'

/** The metrics of prom-client that we keep. The others count handles and list heap spaces. */
const KEPT = /^(?:process_|nodejs_(?:eventloop_lag_|gc_|heap_size_|external_memory_))/

/** These are the same in all threads of a process. */
const OF_PROCESS = 'process_'

/**
 * Reads processor time, memory, event-loop delay and garbage collection, under prom-client's names.
 *
 * @param part label of all values: `main`, `collector`
 * @param isThread whether to leave out the values of the whole process
 */
export function openRuntimeMetrics(part: string, isThread = false): () => Promise<MetricData[]> {
  const register = new Registry()
  register.setDefaultLabels({ part })
  collectDefaultMetrics({ register })
  for (const { name } of register.getMetricsAsArray()) {
    if (!KEPT.test(name) || (isThread && name.startsWith(OF_PROCESS))) register.removeSingleMetric(name)
  }
  return () => readRegistry(register)
}

/** Reads a registry. prom-client's own aggregation drops or averages some metrics. */
export async function readRegistry(register: Registry): Promise<MetricData[]> {
  const metrics = await register.getMetricsAsJSON()
  // prom-client's types have numbers where there are names.
  return metrics.map((metric) => ({ ...(metric as unknown as MetricData), aggregator: 'sum' }))
}
