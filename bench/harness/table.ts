import type { Figure } from './benchmark.ts'

/** Figures as aligned lines: name, value, and how they compare with their reference. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [figure.name, amount(figure), comparison(figure)] as const)
  const [names, values] = [0, 1].map((column) =>
    Math.max(0, ...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map(([name, value, note]) =>
      `  ${name.padEnd(names ?? 0)}  ${value.padStart(values ?? 0)}  ${note}`.trimEnd(),
    )
    .join('\n')
}

/** Rows of cells as aligned lines: the first column to the left, all others to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? `  ${cell.padEnd(widths[0] ?? 0)}` : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function amount({ value, unit }: Figure): string {
  return `${rounded(value)} ${unit}`
}

function comparison({ value, unit, reference }: Figure): string {
  if (!reference) return ''
  return `${rounded(value / reference.value)} x ${reference.name} (${rounded(reference.value)} ${unit})`
}

/** Three leading figures, with thousands set apart. */
export function rounded(value: number): string {
  const [whole = '', fraction] = Number(value.toPrecision(3)).toString().split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}
