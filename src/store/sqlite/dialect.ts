/** A statement in SQLite's form. */
interface SqliteStatement {
  readonly text: string
  /** For each `?`, the index of its value. */
  readonly order: readonly number[]
}

/**
 * Translates a statement of the store:
 *
 * - `json_to_recordset($1::json) x(id bigint, hash uuid)`, rows from JSON;
 * - `unnest($1::bigint[]) x(id)`, rows from a list;
 * - `= ANY($1::bigint[])`, a search for the values of a list;
 * - a hash: `uuid` in PostgreSQL, 16 bytes here, 32 hex digits in parameters;
 * - types of parameters, which SQLite does not need.
 */
export function translated(sql: string): SqliteStatement {
  const order: number[] = []
  const text = sql
    .replaceAll(/json_to_recordset\((\$\d+)::json\) (\w+)\(([^)]*)\)/g, recordset)
    .replaceAll(
      /unnest\((\$\d+)::(\w+)\[\]\) (\w+)\((\w+)\)/g,
      (_, list: string, type: string, name: string, column: string) =>
        `(SELECT ${decoded('value', type)} AS ${column} FROM json_each(${list})) ${name}`,
    )
    .replaceAll(
      /= ANY\((\$\d+)::(\w+)\[\]\)/g,
      (_, list: string, type: string) => `IN (SELECT ${decoded('value', type)} FROM json_each(${list}))`,
    )
    .replaceAll(/(\$\d+)::uuid/g, 'unhex($1)')
    .replaceAll(/(\$\d+)::\w+/g, '$1')
    .replaceAll(/\$(\d+)/g, (_, number: string) => {
      order.push(Number(number) - 1)
      return '?'
    })
  return { text, order }
}

function recordset(_: string, list: string, name: string, columns: string): string {
  const values = columns.split(',').map((column) => {
    const [field = '', type = ''] = column.trim().split(' ')
    return `${decoded(`value ->> '${field}'`, type)} AS ${field}`
  })
  return `(SELECT ${values.join(', ')} FROM json_each(${list})) ${name}`
}

function decoded(value: string, type: string): string {
  return type === 'uuid' ? `unhex(${value})` : value
}
