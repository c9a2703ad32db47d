import { collectDefaultMetrics, Registry } from 'prom-client'
import type { MetricData } from './metric-data.ts'

/** prom-client's metrics that we keep. The others count handles and list the spaces of the heap. */
const KEPT = /^(?:process_|nodejs_(?:eventloop_lag_|gc_|heap_size_|external_memory_))/

/** Metrics of a process are the same in each of its threads. */
const OF_PROCESS = 'process_'

/**
 * Reads processor time, memory, event-loop delay and garbage collection of this process, as prom-client names them.
 *
 * @param part label of all values: `main`, `collector`
 * @param isThread whether this is a thread: the values of its process are then left out
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

/** Reads a registry. prom-client would leave out some metrics of several processes, or average them. */
export async function readRegistry(register: Registry): Promise<MetricData[]> {
  const metrics = await register.getMetricsAsJSON()
  // Its types say numbers where there are names.
  return metrics.map((metric) => ({ ...(metric as unknown as MetricData), aggregator: 'sum' }))
}
