import { readFileSync } from 'node:fs'

/** What the system counts for a process. Linux only: others have no /proc. */
export interface ProcessMemory {
  /** Proportional set size: pages that processes share count by share. */
  readonly pssMegabytes: number
  /** The part of it that is no file: heaps, buffers, stacks. */
  readonly anonymousMegabytes: number
  /** The part of it that is mapped from files: Node.js itself, libraries. */
  readonly mappedMegabytes: number
  /** The largest resident set so far. */
  readonly peakMegabytes: number
}

export function memoryOf(pid: number): ProcessMemory {
  const sizes = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return {
    pssMegabytes: megabytesOf(sizes, 'Pss'),
    anonymousMegabytes: megabytesOf(sizes, 'Pss_Anon'),
    mappedMegabytes: megabytesOf(sizes, 'Pss_File'),
    peakMegabytes: megabytesOf(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmHWM'),
  }
}

function megabytesOf(lines: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(lines)?.[1]) / 1024
}
