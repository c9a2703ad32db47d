/** Rows of the tables whose first heading is `heading`, as the texts of their cells. */
export function tableRows(text: string, heading: string): string[][] {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, at) => (line.startsWith(`| ${heading} |`) ? [at + 2] : []))
  return starts.flatMap((start) => {
    const end = lines.findIndex((line, at) => at >= start && !line.startsWith('|'))
    return lines.slice(start, end === -1 ? undefined : end).map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  })
}

/** What stands in backticks in the first column of these tables. */
export function firstColumn(text: string, heading: string): string[] {
  return tableRows(text, heading).flatMap(([cell = '']) => inBackticks(cell))
}

export function inBackticks(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
