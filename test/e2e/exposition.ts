/** A line of Prometheus' text format. */
export interface Sample {
  /** With `_bucket`, `_sum` or `_count` for a histogram. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric as its comments describe it. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: string
}

/** @throws Error with the first line that is not of the text format */
export function parseExposition(text: string): { readonly metrics: Metric[]; readonly samples: Sample[] } {
  const lines = text.split('\n').filter((line) => line !== '')
  const helps = lines.flatMap((line) => [...line.matchAll(/^# HELP (\S+) (.+)$/g)])
  const types = new Map(
    lines
      .flatMap((line) => [...line.matchAll(/^# TYPE (\S+) (.+)$/g)])
      .map(([, name = '', type = '']) => [name, type]),
  )
  return {
    metrics: helps.map(([, name = '', help = '']) => ({ name, help, type: types.get(name) ?? '' })),
    samples: lines.filter((line) => !line.startsWith('#')).map(parseSample),
  }
}

function parseSample(line: string): Sample {
  const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
  if (name === undefined || value === undefined) throw new Error(`no sample: ${line}`)
  const pairs = labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)
  return {
    name,
    labels: Object.fromEntries([...pairs].map(([, key, text]) => [key, text])),
    value: Number(value),
  }
}

/** Adds up the values of the samples that have these labels. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0)
}
