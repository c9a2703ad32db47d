/** One measured value of a benchmark. */
export interface Figure {
  /** What was measured, as `first visit of 1,000 feeds: CPU`. */
  readonly name: string
  readonly value: number
  readonly unit: 's' | 'ms' | 'µs' | 'MB' | 'items/s' | 'answers/s' | 'answers' | 'items' | 'B' | 'ratio'
  /** The same work by the least that could do it, measured in the same run. */
  readonly reference?: { readonly name: string; readonly value: number } | undefined
}

/** What the command line says to the benchmarks that know it. */
export interface BenchOptions {
  /** Sizes of collections, as `100k,1M`. */
  readonly items?: string | undefined
  /** Where collections are kept. */
  readonly folder?: string | undefined
  /** Names of parts, with commas between. */
  readonly only?: string | undefined
}

export interface BenchContext {
  /** Folder of this run, empty, removed after it. */
  readonly scratch: string
  /** Folder that stays from run to run, for collections that are costly to make. */
  readonly cache: string
  /** Tells people what is going on. */
  readonly log: (line: string) => void
  readonly options: BenchOptions
  /** Smaller and quicker, for a look whether all works; its figures mean little. */
  readonly quick: boolean
}

/** A benchmark: its file exports one of these as `benchmark`. */
export interface Benchmark {
  readonly name: string
  readonly description: string
  /** Takes so long, or so much room, that it runs only where it is named. */
  readonly isOnDemand?: true
  /** Another table than a line a figure: rows of cells, the first one the header. */
  readonly table?: (figures: readonly Figure[]) => readonly (readonly string[])[]
  run(context: BenchContext): Promise<readonly Figure[]>
}
