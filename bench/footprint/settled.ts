import { setTimeout } from 'node:timers/promises'
import { SECOND_MS } from '../../src/model/time.ts'
import type { Served } from '../harness/child.ts'

/** Two seconds in which the process used less than this are rest. */
const IDLE_CPU_SECONDS = 0.1
const PAUSE_MS = 2 * SECOND_MS

/** Waits until a service has so many items, answers searches, and has nothing left to do. */
export async function untilSettled(served: Served, items: number): Promise<void> {
  while ((await totalOf(served.url)) < items || !(await fetch(`${served.url}/readyz`)).ok)
    await setTimeout(SECOND_MS)
  for (let before = (await served.usage()).cpuSeconds; ;) {
    await setTimeout(PAUSE_MS)
    const { cpuSeconds } = await served.usage()
    if (cpuSeconds - before < IDLE_CPU_SECONDS) return
    before = cpuSeconds
  }
}

async function totalOf(url: string): Promise<number> {
  const response = await fetch(`${url}/api/items?limit=1`)
  return ((await response.json()) as { readonly total: number }).total
}
