/** One measured value of a benchmark. */
export interface Figure {
  /** What was measured, as `first visit of 1,000 feeds: CPU`. */
  readonly name: string
  readonly value: number
  readonly unit: 's' | 'ms' | 'µs' | 'MB' | 'items/s' | 'answers/s' | 'answers' | 'items' | 'B' | 'ratio'
  /** The least work that could give the same result, measured in the same run. */
  readonly reference?: { readonly name: string; readonly value: number } | undefined
}

/** Options of the command line that some benchmarks read. */
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
  /** Prints progress. */
  readonly log: (line: string) => void
  readonly options: BenchOptions
  /** A small run that checks whether the benchmark works; its figures mean little. */
  readonly quick: boolean
}

/** A benchmark: its file exports one of these as `benchmark`. */
export interface Benchmark {
  readonly name: string
  readonly description: string
  /** Needs so much time or disk space that it runs only if the command line names it. */
  readonly isOnDemand?: true
  /** Replaces the default table of one line per figure: rows of cells, the header first. */
  readonly table?: (figures: readonly Figure[]) => readonly (readonly string[])[]
  run(context: BenchContext): Promise<readonly Figure[]>
}
