/** Sorts rows by a list of keys. Keys without a row are left out. */
export function inOrder<Row>(
  keys: readonly number[],
  rows: readonly Row[],
  keyOf: (row: Row) => number,
): Row[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return keys.map((key) => byKey.get(key)).filter((row) => row !== undefined)
}
