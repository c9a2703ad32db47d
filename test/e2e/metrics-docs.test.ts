import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Metric, parseExposition, type Sample, sumOf } from './exposition.ts'
import { openPublisher, type Publisher } from './publisher.ts'
import { emptyFolder, eventually, serve, type Serving } from './run-cli.ts'

const ROOT = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

const DOC = read('docs/metrics.md')

/** Cells of the tables of metrics, by name. */
const ROWS = new Map(
  [...DOC.matchAll(/^\| `((?:content_digest|process|nodejs)_\w+)` \|(.*)\|$/gm)].map(
    ([, name = '', cells = '']) => [name, cells.split('|').map((cell) => cell.trim())],
  ),
)

/** Nobody is there. */
const HOOK = 'hooks: [{ name: alerts, url: "http://127.0.0.1:1/" }]'
const DIGEST = "digests: [{ name: morning, at: '07:00' }]"

/** Labels that Prometheus adds. */
const ADDED_LABELS = ['job', 'instance']

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const ALERTS = (
  parse(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap(({ rules }) => rules)
const PANELS = (JSON.parse(read('deploy/grafana/content-digest.json')) as { panels: Panel[] }).panels
const QUERIES = PANELS.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })))

let metrics: readonly Metric[]
let samples: readonly Sample[]
let service: Serving
let publisher: Publisher

beforeAll(async () => {
  publisher = await openPublisher()
  const folder = emptyFolder()
  writeFileSync(
    join(folder, 'digest.yaml'),
    `metrics: { port: 0 }\nbackup: { every: 1d }\n${HOOK}\n${DIGEST}\n${publisher.settingsFor(['feed', 'broken'])}`,
  )
  service = await serve([], folder)
  const url = /metrics at (\S+)/.exec(service.output().stdout)?.[1] ?? ''
  await fetch(`${service.url}/api/items`)
  const text = await eventually(
    async () => (await fetch(url)).text(),
    (all) => {
      const done = parseExposition(all).samples
      const visits = sumOf(done, 'content_digest_visits_total')
      return (
        visits >= 2 &&
        sumOf(done, 'content_digest_visible_delay_seconds_count') > 0 &&
        done.some(({ name }) => name === 'content_digest_hook_resting') &&
        done.some(({ name }) => name === 'content_digest_digest_undelivered')
      )
    },
  )
  ;({ metrics, samples } = parseExposition(text))
})

afterAll(async () => {
  await service.stop()
  await publisher.close()
})

describe('docs/metrics.md', () => {
  it('has each metric with its type, and no other', () => {
    const described = [...ROWS].map(([name, [type]]) => `${name} ${type}`)

    expect(described.toSorted(byText)).toEqual(
      metrics.map(({ name, type }) => `${name} ${type}`).toSorted(byText),
    )
  })

  it('states the unit that the name ends with', () => {
    const wrong = [...ROWS].filter(([name, [, unit]]) => unit !== unitOf(name))

    expect(wrong.map(([name]) => name)).toEqual([])
  })

  it('states the labels that the values have', () => {
    const stated = [...ROWS].map(([name, [, , labels = '']]) => [
      name,
      [...labels.matchAll(/\w+/g)].map(String),
    ])

    expect(stated).toEqual([...ROWS.keys()].map((name) => [name, expect.arrayContaining(labelsOf(name))]))
    const tooMany = stated.filter(([name, labels]) => labelsOf(String(name)).length < (labels?.length ?? 0))
    expect(tooMany).toEqual([])
  })
})

describe('the dashboard', () => {
  it('has panels', () => {
    expect(QUERIES.length).toBeGreaterThan(30)
  })

  it('asks only for metrics and labels that there are', () => {
    expect(QUERIES.flatMap(({ title, expr }) => faultsOf(expr).map((fault) => `${title}: ${fault}`))).toEqual(
      [],
    )
  })

  it('names series only by labels that its queries keep', () => {
    const wrong = QUERIES.filter(({ expr, legendFormat }) =>
      [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].some(
        ([, label = '']) => !labelsKeptBy(expr).includes(label),
      ),
    )

    expect(wrong.map(({ title }) => title)).toEqual([])
  })

  it('shows each metric of the service', () => {
    const shown = QUERIES.map(({ expr }) => expr).join('\n')
    const own = metrics.filter(({ name }) => name.startsWith('content_digest_'))

    expect(own.filter(({ name }) => !shown.includes(name)).map(({ name }) => name)).toEqual([])
  })
})

describe('the alert rules', () => {
  it.each(ALERTS)('$alert asks only for metrics and labels that there are', ({ expr }) => {
    expect(faultsOf(expr)).toEqual([])
  })

  it.each(ALERTS)('$alert leads to what to do', ({ alert, annotations }) => {
    const anchor = `docs/metrics.md#${alert.toLowerCase()}`

    expect(annotations.runbook_url).toBe(anchor)
    expect(DOC).toMatch(new RegExp(`^### ${alert}\\n\\S`, 'm'))
  })

  it('are all that docs/metrics.md explains', () => {
    const explained = [...DOC.matchAll(/^### (ContentDigest\w+)$/gm)].map(([, name]) => name)

    expect(explained).toEqual(ALERTS.map(({ alert }) => alert))
  })
})

describe('the check of queries', () => {
  it.each([
    ['sum(content_digest_itms)', 'content_digest_itms is no metric'],
    ['content_digest_sources{state="ok"}', 'content_digest_sources has no label state'],
    ['content_digest_sources{status="fine"}', 'content_digest_sources has no status="fine"'],
    ['sum by (rout) (content_digest_http_requests_total)', 'nothing has the label rout'],
    ['sum(content_digest_items', 'no PromQL: sum(content_digest_items'],
  ])('sees the fault of %s', (query, fault) => {
    expect(faultsOf(query)).toContain(fault)
  })
})

/** What in a query is no PromQL, or has nothing to it in the real output. */
function faultsOf(query: string): string[] {
  const text = query.replaceAll('$__rate_interval', '5m')
  const faults: string[] = []
  const labels = new Set(ADDED_LABELS)
  const grouping: string[] = []
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      const part = text.slice(from, to)
      if (type.isError) faults.push(`no PromQL: ${text}`)
      if (type.name === 'VectorSelector') {
        const name = /^\w+/.exec(part)?.[0] ?? ''
        for (const label of labelsOf(name, true)) labels.add(label)
        const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
        const written = matchers.map((matcher) => text.slice(matcher.from, matcher.to))
        faults.push(...selectorFaults(name, written))
      }
      if (type.name === 'GroupingLabels') grouping.push(...(part.match(/\w+/g) ?? []))
    },
  })
  const strays = grouping.filter((label) => !labels.has(label))
  return [...faults, ...strays.map((label) => `nothing has the label ${label}`)]
}

/** Prometheus makes `up`. A pattern need not match: a status 500 may never have occurred. */
function selectorFaults(name: string, matchers: readonly string[]): string[] {
  if (name === 'up') return []
  const series = samples.filter((sample) => sample.name === name)
  if (series.length === 0) return [`${name} is no metric`]
  return matchers.flatMap((matcher) => {
    const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(matcher) ?? []
    if (ADDED_LABELS.includes(label)) return []
    if (!series.some(({ labels }) => label in labels)) return [`${name} has no label ${label}`]
    const isThere = operator.endsWith('~') || series.some(({ labels }) => labels[label] === value)
    return isThere ? [] : [`${name} has no ${label}="${value}"`]
  })
}

/** The labels of a query's result: those that the outermost aggregation keeps, else those of its metrics. */
function labelsKeptBy(query: string): string[] {
  const kept = /\bby \(([^)]*)\)/.exec(query)?.[1]
  if (kept !== undefined) return kept.split(',').map((label) => label.trim())
  return /\b(?:sum|min|max)\(/.test(query) ? [] : labelsOf(/\w+_\w+/.exec(query)?.[0] ?? '')
}

/** Labels of a metric. Of a histogram without `le`, unless `withBuckets`. */
function labelsOf(name: string, withBuckets = false): string[] {
  const own = samples.filter((sample) => sample.name === name || sample.name === `${name}_count`)
  const labels = new Set(own.flatMap((sample) => Object.keys(sample.labels)))
  if (!withBuckets) labels.delete('le')
  return [...labels]
}

function unitOf(name: string): string {
  return /_(seconds|bytes|ratio)(?:_total)?$/.exec(name)?.[1] ?? 'none'
}

function byText(a: string, b: string): number {
  return a.localeCompare(b)
}
