/** One measured value of a benchmark. */
export interface Figure {
  /** What was measured, as `first visit of 1,000 feeds: CPU`. */
  readonly name: string
  readonly value: number
  readonly unit: 's' | 'ms' | 'µs' | 'MB' | 'items/s' | 'answers/s' | 'items' | 'ratio'
  /** The same work by the least that could do it, measured in the same run. */
  readonly reference?: { readonly name: string; readonly value: number } | undefined
}

export interface BenchContext {
  /** Folder of this run, empty, removed after it. */
  readonly scratch: string
  /** Folder that stays from run to run, for collections that are costly to make. */
  readonly cache: string
  /** Tells people what is going on. */
  readonly log: (line: string) => void
  /** Smaller and quicker, for a look whether all works; its figures mean little. */
  readonly quick: boolean
}

/** A benchmark: its file exports one of these as `benchmark`. */
export interface Benchmark {
  readonly name: string
  readonly description: string
  run(context: BenchContext): Promise<readonly Figure[]>
}
